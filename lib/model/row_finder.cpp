// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/row_finder.hpp"
#include "model/cost_table.hpp"

#include <string_view>

namespace cg {

RowFinder::RowFinder(const CostTable& costs, const Names& names)
    : costs_(costs), unnamed_(names.find(unspecified_mark)) {
    const auto functions = costs.functions();
    index_.reserve(functions.size());
    for (std::size_t i = 0; i < functions.size(); ++i) {
        const bool has_name = functions[i].function != unspecified_function;
        index_.insert({functions[i].file,
                       has_name ? functions[i].function : unnamed_.value_or(unspecified_function)},
                      i);
    }
}

std::optional<std::size_t> RowFinder::operator()(NameId file, NameId function, Line line) {
    if (function == unspecified_function)
        function = unnamed_.value_or(unspecified_function);
    const auto place = index_.find({file, function});
    if (!place)
        return std::nullopt;
    const FunctionCosts& costs = costs_.functions()[*place];
    LineFinder& find = lines_.try_emplace(*place, LineFinder(costs_.lines(costs))).first->second;
    const auto row = find(line);
    return row ? std::optional(costs.first_row + *row) : std::nullopt;
}

ForeignRowFinder::ForeignRowFinder(const Names& own, const CostTable& costs, const Names& names)
    : find_(costs, names) {
    for (std::size_t i = 0; i < own.size(); ++i) {
        const std::string_view name = own[NameId{static_cast<std::uint32_t>(i)}];
        ids_.push_back(names.find(name));
        if (!ids_.back() && name == unspecified_mark)
            ids_.back() = unspecified_function;
    }
}

std::vector<std::optional<std::size_t>> rows_of(const CodeRanges& ranges, const CostTable& costs,
                                                const Names& names) {
    return ForeignRowFinder(ranges.names, costs, names).rows_of(ranges.ranges);
}

} // namespace cg
