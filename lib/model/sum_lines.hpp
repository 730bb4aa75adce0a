// SPDX-License-Identifier: GPL-2.0-or-later
// Sums the rows of one function that have the same line.
#pragma once

#include "model/cost_table.hpp"

#include <cstddef>

namespace cg {

// Rows in parallel arrays: a line and event_count counts for each row.
struct RowSpan {
    Line* lines;
    Count* counts;
    std::size_t event_count;
};

// Adds each row to the first row with the same line, and closes the gaps. Lines of the rows before
// `merged_end` are distinct. Returns the number of remaining rows. Throws std::overflow_error.
std::size_t sum_equal_lines(RowSpan rows, std::size_t merged_end, std::size_t end);

} // namespace cg
