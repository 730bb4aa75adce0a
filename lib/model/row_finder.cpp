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

namespace {

// Returns the row of each place. `own` are the names that places have ids of.
template <typename Places>
std::vector<std::optional<std::size_t>> rows_of(const Places& places, const Names& own,
                                                const CostTable& costs, const Names& names) {
    std::vector<std::optional<NameId>> ids; // of the own names in the table
    for (std::size_t i = 0; i < own.size(); ++i) {
        const std::string_view name = own[NameId(i)];
        ids.push_back(names.find(name));
        if (!ids.back() && name == unspecified_mark)
            ids.back() = unspecified_function;
    }
    RowFinder find(costs, names);
    std::vector<std::optional<std::size_t>> rows;
    rows.reserve(places.size());
    for (const auto& place : places) {
        const auto file = ids[index_of(place.file)];
        const auto function = ids[index_of(place.function)];
        rows.push_back(file && function ? find(*file, *function, place.line) : std::nullopt);
    }
    return rows;
}

} // namespace

std::vector<std::optional<std::size_t>> rows_of(const CodeRanges& ranges, const CostTable& costs,
                                                const Names& names) {
    return rows_of(ranges.ranges, ranges.names, costs, names);
}

std::vector<std::optional<std::size_t>> rows_of(const DataObjects& data, const CostTable& costs,
                                                const Names& names) {
    return rows_of(data.cells, data.names, costs, names);
}

std::vector<std::optional<std::size_t>>
allocating_rows_of(const DataObjects& data, const CostTable& costs, const Names& names) {
    std::vector<DataPlace> lines;
    std::vector<std::size_t> objects; // of the lines
    for (std::size_t i = 0; i < data.objects.size(); ++i)
        if (data.objects[i].place != no_place) {
            lines.push_back(allocating_line(data, data.objects[i]));
            objects.push_back(i);
        }
    const auto rows_of_lines = rows_of(lines, data.names, costs, names);
    std::vector<std::optional<std::size_t>> rows(data.objects.size());
    for (std::size_t i = 0; i < objects.size(); ++i)
        rows[objects[i]] = rows_of_lines[i];
    return rows;
}

} // namespace cg
