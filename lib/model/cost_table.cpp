// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/cost_table.hpp"

#include "model/wide_count.hpp"

#include <algorithm>

namespace cg {

std::vector<Count> CostTable::total() const {
    std::vector<WideCount> sum(event_count_);
    for (std::size_t row = 0; row < row_count(); ++row)
        std::ranges::transform(sum, counts(row), sum.begin(), std::plus<WideCount>());
    std::vector<Count> total(event_count_);
    std::ranges::transform(sum, total.begin(), narrowed);
    return total;
}

std::vector<std::span<const FunctionCosts>> by_file(std::span<const FunctionCosts> functions) {
    std::vector<std::span<const FunctionCosts>> files;
    while (!functions.empty()) {
        const auto end = std::ranges::find_if(
            functions, [&](const FunctionCosts& f) { return f.file != functions.front().file; });
        files.push_back(functions.first(static_cast<std::size_t>(end - functions.begin())));
        functions = functions.subspan(files.back().size());
    }
    return files;
}

} // namespace cg
