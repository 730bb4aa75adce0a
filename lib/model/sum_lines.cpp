// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/sum_lines.hpp"

#include "model/wide_count.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <span>
#include <vector>

namespace cg {
namespace {

bool ascend(std::span<const Line> lines) {
    return std::ranges::adjacent_find(lines, std::greater_equal<>()) == lines.end();
}

std::span<Count> counts_of(const RowSpan& rows, std::size_t row) {
    return {rows.counts + row * rows.event_count, rows.event_count};
}

void move_row(const RowSpan& rows, std::size_t from, std::size_t to) {
    if (from == to)
        return;
    rows.lines[to] = rows.lines[from];
    std::ranges::copy(counts_of(rows, from), counts_of(rows, to).begin());
}

// Does the same for rows that ascend before merged_end and ascend from there on.
std::size_t add_ascending(RowSpan rows, std::size_t merged_end, std::size_t end) {
    std::size_t kept = merged_end;
    std::size_t at = 0;
    for (std::size_t row = merged_end; row < end; ++row) {
        while (at < merged_end && rows.lines[at] < rows.lines[row])
            ++at;
        if (at < merged_end && rows.lines[at] == rows.lines[row])
            add_to(counts_of(rows, at), counts_of(rows, row));
        else
            move_row(rows, row, kept++);
    }
    return kept;
}

std::size_t add_unordered(RowSpan rows, std::size_t end) {
    std::vector<std::size_t> by_line(end);
    std::iota(by_line.begin(), by_line.end(), std::size_t{0});
    std::ranges::stable_sort(by_line, {}, [&](std::size_t row) { return rows.lines[row]; });
    std::vector<bool> is_added(end);
    std::vector<WideCount> sum(rows.event_count);
    for (std::size_t first = 0, i = 1; first < end; first = i++) {
        while (i < end && rows.lines[by_line[i]] == rows.lines[by_line[first]])
            is_added[by_line[i++]] = true;
        std::ranges::fill(sum, 0);
        for (const std::size_t row : std::span(by_line).subspan(first, i - first))
            std::ranges::transform(sum, counts_of(rows, row), sum.begin(), std::plus<>());
        std::ranges::transform(sum, counts_of(rows, by_line[first]).begin(), narrowed);
    }
    std::size_t kept = 0;
    for (std::size_t row = 0; row < end; ++row)
        if (!is_added[row])
            move_row(rows, row, kept++);
    return kept;
}

} // namespace

std::size_t sum_equal_lines(RowSpan rows, std::size_t merged_end, std::size_t end) {
    if (ascend({rows.lines + merged_end, end - merged_end})) {
        if (merged_end == 0)
            return end;
        if (ascend({rows.lines, merged_end}))
            return add_ascending(rows, merged_end, end);
    }
    return add_unordered(rows, end);
}

} // namespace cg
