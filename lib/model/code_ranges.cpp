// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/code_ranges.hpp"

#include "model/cost_table_builder.hpp"

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

std::vector<std::optional<std::size_t>> rows_of(const CodeRanges& ranges, const CostTable& costs,
                                                const Names& names) {
    FunctionIndex index;
    const auto functions = costs.functions();
    index.reserve(functions.size());
    const std::optional<NameId> unnamed = names.find(unspecified_mark);
    for (std::size_t i = 0; i < functions.size(); ++i) {
        const NameId name = functions[i].function;
        index.insert({functions[i].file, name == unspecified_function && unnamed ? *unnamed : name},
                     i);
    }
    std::vector<std::optional<NameId>> ids;
    for (std::size_t i = 0; i < ranges.names.size(); ++i) {
        const std::string_view name = ranges.names[NameId{static_cast<std::uint32_t>(i)}];
        ids.push_back(names.find(name));
        if (!ids.back() && name == unspecified_mark)
            ids.back() = unspecified_function;
    }
    // Ranges of a function often come one after the other.
    std::vector<std::optional<std::size_t>> rows;
    rows.reserve(ranges.ranges.size());
    std::map<std::size_t, LineFinder> finders; // by function
    for (const CodeRange& range : ranges.ranges) {
        const auto file = ids[index_of(range.file)];
        const auto function = ids[index_of(range.function)];
        const auto place =
            file && function ? index.find({*file, *function}) : std::optional<std::uint32_t>();
        if (!place) {
            rows.emplace_back();
            continue;
        }
        LineFinder& find =
            finders.try_emplace(*place, LineFinder(costs.lines(functions[*place]))).first->second;
        const auto row = find(range.line);
        rows.push_back(row ? std::optional(functions[*place].first_row + *row) : std::nullopt);
    }
    return rows;
}

} // namespace cg
