// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/diff.hpp"

#include "algebra/columns.hpp"
#include "model/cost_table_builder.hpp"

#include <algorithm>
#include <numeric>

namespace cg {
namespace {

// The functions of all of costs by name, as bytes: what was not named counts as "???".
std::vector<FunctionCosts> sorted_functions(const CostTable& costs, const Names& names) {
    const auto function_name = [&](const FunctionCosts& f) {
        return f.function == unspecified_function ? std::string_view("???") : names[f.function];
    };
    std::vector<FunctionCosts> functions(costs.functions().begin(), costs.functions().end());
    std::stable_sort(functions.begin(), functions.end(),
                     [&](const FunctionCosts& a, const FunctionCosts& b) {
                         if (a.file != b.file)
                             return names[a.file] < names[b.file];
                         return function_name(a) < function_name(b);
                     });
    return functions;
}

CostTable sorted_by_function(const CostTable& costs, const Names& names) {
    CostTableBuilder rows(costs.event_count());
    for (const FunctionCosts& function : sorted_functions(costs, names)) {
        rows.enter(function.file, function.function);
        for (std::size_t row = function.first_row; row < function.end_row; ++row)
            std::ranges::copy(costs.counts(row), rows.add_row(costs.line(row)).begin());
    }
    return std::move(rows).finish();
}

} // namespace

Profile diff(const Profile& first, const Profile& second, DiffBy by) {
    const std::vector<std::size_t> columns =
        same_columns(first.header.events, second.header.events);
    std::vector<std::size_t> own_columns(columns.size());
    std::iota(own_columns.begin(), own_columns.end(), std::size_t{0});

    Names names = first.names;
    CostTableBuilder rows(columns.size());
    std::vector<Count> of_function(columns.size());
    const auto add = [&](const Profile& from, const std::vector<std::size_t>& column, Count sign) {
        const auto add_row = [&](Line line, std::span<const Count> counts) {
            const auto row = rows.add_row(line);
            for (std::size_t i = 0; i < row.size(); ++i)
                row[i] = sign > 0 ? counts[column[i]] : checked_subtract(0, counts[column[i]]);
        };
        const auto name = [&](NameId id) {
            return id == unspecified_function ? id : names.intern(from.names[id]);
        };
        for (const FunctionCosts& function : from.costs.functions()) {
            rows.enter(name(function.file), name(function.function));
            std::fill(of_function.begin(), of_function.end(), 0);
            for (std::size_t row = function.first_row; row < function.end_row; ++row) {
                const auto counts = from.costs.counts(row);
                if (by == DiffBy::line)
                    add_row(from.costs.line(row), counts);
                else
                    for (std::size_t i = 0; i < counts.size(); ++i)
                        of_function[i] = checked_add(of_function[i], counts[i]);
            }
            if (by == DiffBy::function)
                add_row(0, of_function);
        }
    };
    add(first, own_columns, -1);
    add(second, columns, +1);

    CostTable costs = std::move(rows).finish();
    if (by == DiffBy::function)
        costs = sorted_by_function(costs, names);
    std::vector<Count> summary = costs.total();
    Header header{{}, first.header.cmd + "; " + second.header.cmd, first.header.events};
    return {std::move(header), std::move(names), std::move(costs), std::move(summary)};
}

} // namespace cg
