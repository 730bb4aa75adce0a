// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/cost_table.hpp"

#include "model/count.hpp"

#include <algorithm>
#include <range/v3/view/chunk_by.hpp>

namespace cg {

std::vector<std::span<const FunctionCosts>> by_file(std::span<const FunctionCosts> functions) {
    const auto is_same_file = [](const FunctionCosts& a, const FunctionCosts& b) {
        return a.file == b.file;
    };
    std::vector<std::span<const FunctionCosts>> files;
    for (const auto of_file : functions | ranges::views::chunk_by(is_same_file))
        files.emplace_back(of_file.begin(), of_file.end());
    return files;
}

std::vector<Count> CostTable::total(IndexRange rows) const {
    std::vector<Count> sum(event_count());
    for (const std::size_t row : rows)
        add_to(sum, counts(row));
    return sum;
}

// Returns the index of the line, or any other index if the line is missing.
std::size_t LineFinder::search(Line line) {
    if (sorted_.empty()) {
        if (std::ranges::is_sorted(lines_))
            return static_cast<std::size_t>(std::ranges::lower_bound(lines_, line) -
                                            lines_.begin());
        for (std::size_t i = 0; i < lines_.size(); ++i)
            sorted_.emplace_back(lines_[i], i);
        std::ranges::sort(sorted_);
    }
    const auto found =
        std::ranges::lower_bound(sorted_, line, {}, &std::pair<Line, std::size_t>::first);
    return found == sorted_.end() ? lines_.size() : found->second;
}

} // namespace cg
