// SPDX-License-Identifier: GPL-2.0-or-later
#include "rows.hpp"

#include "algebra/diff.hpp"
#include "algebra/filter.hpp"
#include "algebra/relabel.hpp"
#include "error/error.hpp"
#include "text/destination.hpp"

#include <algorithm>
#include <cstdlib>

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

// What 100 % is: the base's total where there is one.
std::vector<Count> wholes(const Profile& profile) {
    const EventSet& events = profile.header.events;
    std::vector<Count> wholes = profile.summary;
    for (std::size_t i = 0; i < events.size(); ++i)
        if (const auto base = events.base_of(i))
            wholes[i] = profile.summary[*base];
    return wholes;
}

// A function and what stays of its counts.
struct Remaining {
    FunctionCosts function;
    std::vector<Count> counts;
    bool has_rows = false;
};

void drop(const FunctionCosts& f, std::vector<bool>& stays) {
    for (std::size_t row = f.first_row; row < f.end_row; ++row)
        stays[row] = false;
}

} // namespace

std::vector<bool> chosen_rows(const Options& options, const Profile& profile) {
    const EventSet& events = profile.header.events;
    const auto sort_column = options.sort.empty() ? 0 : events.column(options.sort);
    if (!sort_column)
        throw UsageError("--sort: the profile has no event " +
                         text_for(Destination::message, options.sort));
    for (const Condition& condition : options.min)
        condition.check_events(events);

    const std::vector<Count> whole = wholes(profile);
    const KeepRow has_changed = changed_rows(profile);
    std::vector<bool> stays(profile.costs.row_count());
    std::vector<Remaining> remaining;
    for (const FunctionCosts& f : profile.costs.functions()) {
        if (!is_chosen(options, profile.names[f.file],
                       function_name(profile, f).value_or(unspecified_mark)))
            continue;
        Remaining rest{f, std::vector<Count>(events.size())};
        for (std::size_t row = f.first_row; row < f.end_row; ++row) {
            if (!is_chosen(options, profile.costs.line(row)) ||
                (options.changed && !has_changed(f, row)))
                continue;
            stays[row] = rest.has_rows = true;
            add_to(rest.counts, profile.costs.counts(row));
        }
        const bool is_enough = std::ranges::all_of(options.min, [&](const Condition& condition) {
            return condition.holds(events, rest.counts, whole);
        });
        if (!is_enough)
            drop(f, stays);
        else if (rest.has_rows && options.top > 0)
            remaining.push_back(std::move(rest));
    }
    if (options.top > 0 && remaining.size() > options.top) {
        std::ranges::stable_sort(remaining, std::greater<>(), [&](const Remaining& rest) {
            const Count count = rest.counts[*sort_column];
            return count < 0 ? -static_cast<std::uint64_t>(count)
                             : static_cast<std::uint64_t>(count);
        });
        for (std::size_t i = options.top; i < remaining.size(); ++i)
            drop(remaining[i].function, stays);
    }
    return stays;
}

} // namespace cg::filtering
