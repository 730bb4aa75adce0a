// SPDX-License-Identifier: GPL-2.0-or-later
// Several profiles side by side: a row for each name, a column for each profile.
#pragma once

#include "view/profile_view.hpp"
#include "view/rollup.hpp"

#include <optional>

namespace cg {

class SideBySide {
  public:
    // Counts are of the event that each view is sorted by. Throws std::overflow_error.
    SideBySide(std::span<const ProfileView> views, By by, Paths paths = Paths::given);

    std::size_t size() const { return names_.size(); }
    const std::string& name(std::size_t row) const { return names_[row]; }
    std::span<const Count> counts(std::size_t row) const {
        return {counts_.data() + row * column_count_, column_count_};
    }
    // Returns the count in a column minus the count in the column `reference`.
    Count difference(std::size_t row, std::size_t column, std::size_t reference) const {
        return checked_subtract(counts(row)[column], counts(row)[reference]);
    }
    bool changed(std::size_t row) const;

    // Returns at most `max_rows` rows, the row with the largest count of any column first. With
    // `only_changed`, only rows that differ between columns, the row with the largest difference
    // from the column `reference` first.
    std::vector<std::size_t> ranked(std::size_t reference, bool only_changed,
                                    std::size_t max_rows) const;

  private:
    std::size_t column_count_;
    std::vector<std::string> names_;
    std::vector<Count> counts_; // row-major, 0 where a profile has no such row
};

} // namespace cg
