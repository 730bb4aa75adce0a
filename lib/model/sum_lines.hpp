// SPDX-License-Identifier: GPL-2.0-or-later
// Rows of one function, so that each line is there once.
#pragma once

#include "model/cost_table.hpp"

#include <cstddef>

namespace cg {

// Rows side by side in flat arrays: a line for each, and event_count counts.
struct RowSpan {
    Line* lines;
    Count* counts;
    std::size_t event_count;
};

// Adds each row to the first of the same line, and closes the gaps. The rows before merged_end have
// no line twice. Returns how many rows are left. Throws std::overflow_error.
std::size_t sum_equal_lines(RowSpan rows, std::size_t merged_end, std::size_t end);

} // namespace cg
