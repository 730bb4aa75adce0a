// SPDX-License-Identifier: GPL-2.0-or-later
#include "rows.hpp"

#include "algebra/columns.hpp"
#include "algebra/filter.hpp"
#include "algebra/relabel.hpp"
#include "error/error.hpp"

#include <algorithm>

namespace cg::filtering {
namespace {

bool any_is_in(const std::vector<Pattern>& patterns, std::string_view name) {
    return std::ranges::any_of(patterns, [&](const Pattern& p) { return p.is_in(name); });
}

bool any_holds(const std::vector<LineRange>& ranges, Line line) {
    return std::ranges::any_of(
        ranges, [&](const LineRange& range) { return range.first <= line && line <= range.last; });
}

bool is_chosen(const Options& options, std::string_view file, std::string_view function) {
    const Choice& only = options.only;
    const Choice& without = options.without;
    return (only.files.empty() || any_is_in(only.files, file)) &&
           (only.functions.empty() || any_is_in(only.functions, function)) &&
           !any_is_in(without.files, file) && !any_is_in(without.functions, function);
}

bool is_chosen(const Options& options, Line line) {
    return (options.only.lines.empty() || any_holds(options.only.lines, line)) &&
           !any_holds(options.without.lines, line);
}

std::size_t sort_column(const Options& options, const EventSet& events) {
    if (options.sort.empty())
        return 0;
    return chosen_column(events, options.sort, "--sort");
}

} // namespace

RowSelection selected_rows(const Options& options, const Profile& profile) {
    const EventSet& events = profile.header.events;
    const std::size_t column = sort_column(options, events);
    for (const Condition& condition : options.min)
        condition.check_events(events);

    RowSelection rows(profile);
    rows.keep_functions([&](const FunctionCosts& f) {
        return is_chosen(options, profile.names[f.file],
                         function_name(profile, f).value_or(unspecified_mark));
    });
    rows.keep_rows([&](const FunctionCosts&, std::size_t row) {
        return is_chosen(options, profile.costs.line(row));
    });
    if (options.changed)
        rows.keep_rows(changed_rows(profile));
    rows.keep_where(options.min);
    if (options.top > 0)
        rows.keep_top(options.top, column);
    return rows;
}

} // namespace cg::filtering
