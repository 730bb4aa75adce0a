// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/code_ranges.hpp"

namespace cg {

std::uint32_t CodeRangesBuilder::add_object(CodeObject object) {
    const auto [at, is_new] =
        objects_.try_emplace(object, static_cast<std::uint32_t>(made_.objects.size()));
    if (is_new)
        made_.objects.push_back(std::move(object));
    return at->second;
}

std::span<Count> CodeRangesBuilder::add(const CodeRange& range) {
    const auto [number, is_new] = index_.insert({range}, made_.ranges.size());
    if (!is_new)
        return made_.counts[number];
    made_.ranges.push_back(range);
    return made_.counts.append();
}

void CodeRangesBuilder::add(const CodeRanges& from,
                            std::span<const std::optional<std::size_t>> columns) {
    const ImportedNames name(from.names, made_.names);
    std::vector<std::uint32_t> objects;
    objects.reserve(from.objects.size());
    for (const CodeObject& object : from.objects)
        objects.push_back(add_object(object));
    for (std::size_t i = 0; i < from.ranges.size(); ++i) {
        CodeRange range = from.ranges[i];
        range.object = objects[range.object];
        range.file = name(range.file);
        range.function = name(range.function);
        const auto sum = add(range);
        const auto counts = from.counts[i];
        for (std::size_t event = 0; event < sum.size(); ++event) {
            const std::optional<std::size_t> column = columns.empty() ? event : columns[event];
            if (column)
                sum[event] = checked_add(sum[event], counts[*column]);
        }
    }
}

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
    ForeignRowFinder find(ranges.names, costs, names);
    std::vector<std::optional<std::size_t>> rows;
    rows.reserve(ranges.ranges.size());
    for (const CodeRange& range : ranges.ranges)
        rows.push_back(find(range.file, range.function, range.line));
    return rows;
}

} // namespace cg
