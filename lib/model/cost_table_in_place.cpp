// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/cost_table_in_place.hpp"

#include <algorithm>

namespace cg {

void CostTableInPlace::keep(std::size_t begin, std::size_t end) {
    if (begin == end)
        return;
    const std::size_t first = function(begin).first_row;
    const std::size_t rows = function(end - 1).end_row - first;
    if (const std::size_t gap = first - kept_) {
        std::copy_n(lines(first), rows, lines(kept_));
        std::copy_n(counts(first), rows * table_.event_count(), counts(kept_));
        for (std::size_t i = begin; i < end; ++i) {
            function(i).first_row -= gap;
            function(i).end_row -= gap;
        }
    }
    kept_ += rows;
}

} // namespace cg
