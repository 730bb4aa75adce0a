// SPDX-License-Identifier: GPL-2.0-or-later
// Several profiles side by side: what bears the same name stands in one row.
#pragma once

#include "view/exhibit.hpp"
#include "view/rollup.hpp"

#include <optional>

namespace cg {

class SideBySide {
  public:
    // A column for each exhibit: the count of the event that it is sorted by.
    SideBySide(std::span<const Exhibit> exhibits, By by);

    std::size_t size() const { return names_.size(); }
    const std::string& name(std::size_t row) const { return names_[row]; }
    std::span<const Count> counts(std::size_t row) const {
        return {counts_.data() + row * exhibits_, exhibits_};
    }
    // count of a exhibit minus that of the reference.
    Count difference(std::size_t row, std::size_t exhibit, std::size_t reference) const {
        return checked_subtract(counts(row)[exhibit], counts(row)[reference]);
    }
    bool changed(std::size_t row) const;

    // At most so many rows: the greatest count in any exhibit first; only_changed: rows that differ
    // between exhibits, the greatest difference from the reference first.
    std::vector<std::size_t> ranked(std::size_t reference, bool only_changed,
                                    std::size_t most) const;

  private:
    std::size_t exhibits_;
    std::vector<std::string> names_;
    std::vector<Count> counts_; // row-major, 0 where a exhibit has no such row
};

} // namespace cg
