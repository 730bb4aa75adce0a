// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/cost_table.hpp"

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

} // namespace cg
