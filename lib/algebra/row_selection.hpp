// SPDX-License-Identifier: GPL-2.0-or-later
// Selects rows of a profile, step by step.
#pragma once

#include "algebra/condition.hpp"
#include "algebra/filter.hpp"
#include "model/profile.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace cg {

class RowSelection {
  public:
    // Selects all rows. The profile must outlive the selection.
    explicit RowSelection(const Profile& profile);

    // The following functions deselect rows. The counts of a function are the sums of its rows that
    // are still selected.

    void keep_functions(const std::function<bool(const FunctionCosts&)>& is_wanted);
    void keep_rows(const KeepRow& is_wanted);
    // Keeps functions for which all conditions hold; percentages refer to percent_bases().
    void keep_where(std::span<const Condition> conditions);
    // Keeps the functions with the largest magnitudes in the column; of equal ones, the first.
    void keep_top(std::size_t max_functions, std::size_t column);

    bool has(std::size_t row) const { return selected_[row]; }
    bool has_all() const { return std::ranges::find(selected_, false) == selected_.end(); }

  private:
    bool has_any(const FunctionCosts& f) const;
    std::vector<Count> counts(const FunctionCosts& f) const;
    void drop(const FunctionCosts& f);

    const Profile& profile_;
    std::vector<bool> selected_; // by row
};

} // namespace cg
