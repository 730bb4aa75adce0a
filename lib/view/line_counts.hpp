// SPDX-License-Identifier: GPL-2.0-or-later
// The counts of a file's lines: sums over all functions that have code there.
#pragma once

#include "model/cost_table.hpp"

#include <span>
#include <vector>

namespace cg {

class LineCounts {
  public:
    // `functions` are the functions of one file in `costs`. Throws std::overflow_error.
    LineCounts(const CostTable& costs, std::span<const FunctionCosts> functions);

    explicit LineCounts(std::size_t event_count) : event_count_(event_count) {}
    // Appends a line, which must be greater than all previous ones.
    void append(Line line, std::span<const Count> counts);

    std::size_t event_count() const { return event_count_; }
    // Returns the lines in ascending order; counts without a line are at line 0.
    std::span<const Line> lines() const { return lines_; }
    std::span<const Count> counts(std::size_t index) const {
        return {counts_.data() + index * event_count_, event_count_};
    }

  private:
    std::size_t event_count_;
    std::vector<Line> lines_;
    std::vector<Count> counts_; // row-major
};

} // namespace cg
