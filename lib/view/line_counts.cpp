// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/line_counts.hpp"

#include <algorithm>
#include <numeric>

namespace cg {

LineCounts::LineCounts(const CostTable& costs, std::span<const FunctionCosts> functions)
    : event_count_(costs.event_count()) {
    if (functions.empty())
        return;
    // The functions of a file are adjacent, and so are their rows.
    std::vector<std::size_t> rows(functions.back().end_row - functions.front().first_row);
    std::iota(rows.begin(), rows.end(), functions.front().first_row);
    std::ranges::sort(rows, {}, [&](std::size_t row) { return costs.line(row); });
    for (const std::size_t row : rows) {
        const auto counts = costs.counts(row);
        if (lines_.empty() || lines_.back() != costs.line(row)) {
            append(costs.line(row), counts);
            continue;
        }
        add_to(std::span(counts_).last(event_count_), counts);
    }
}

void LineCounts::append(Line line, std::span<const Count> counts) {
    lines_.push_back(line);
    counts_.insert(counts_.end(), counts.begin(), counts.end());
}

} // namespace cg
