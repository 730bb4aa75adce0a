// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/cost_table.hpp"

#include <algorithm>

namespace cg {

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
