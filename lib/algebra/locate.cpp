// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/locate.hpp"

#include "model/cost_table.hpp"
#include "model/cost_table_builder.hpp"

namespace cg {

std::vector<std::size_t> locate_rows(const Profile& part, const Profile& whole) {
    FunctionIndex index;
    const auto functions = whole.costs.functions();
    index.reserve(functions.size());
    for (std::size_t i = 0; i < functions.size(); ++i)
        index.insert({functions[i].file, functions[i].function}, i);
    const auto name = [&](NameId id) {
        return id == unspecified_function ? id : whole.names.find(part.names[id]).value();
    };
    std::vector<std::size_t> rows;
    rows.reserve(part.costs.row_count());
    for (const FunctionCosts& f : part.costs.functions()) {
        const FunctionCosts& there =
            functions[index.find({name(f.file), name(f.function)}).value()];
        LineFinder find(whole.costs.lines(there));
        for (const Line line : part.costs.lines(f))
            rows.push_back(there.first_row + find(line).value());
    }
    return rows;
}

} // namespace cg
