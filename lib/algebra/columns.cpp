// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/columns.hpp"

#include "calls/sum.hpp"
#include "error/error.hpp"
#include "model/cost_table_builder.hpp"
#include "model/event_set.hpp"
#include "text/escaping.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <iterator>
#include <optional>
#include <ranges>
#include <string>

namespace cg {
namespace {

auto is_in(const EventSet& events) {
    return [&events](const std::string& event) { return events.column(event).has_value(); };
}

// Returns those names of `first` that `second` lacks, with spaces between.
std::string missing_names(const EventSet& first, const EventSet& second) {
    auto missing = first.names() | std::views::filter(std::not_fn(is_in(second)));
    return fmt::format("{}", fmt::join(missing, " "));
}

} // namespace

std::size_t chosen_column(const EventSet& events, std::string_view name, std::string_view option) {
    if (const auto column = meant_event(events, name))
        return *column;
    throw UsageError(std::string(option) + ": " + no_such_event(events, name));
}

std::vector<std::size_t> chosen_columns(const EventSet& events, std::span<const std::string> names,
                                        std::string_view option) {
    std::vector<std::size_t> columns;
    for (const std::string& name : names)
        columns.push_back(chosen_column(events, name, option));
    return columns;
}

std::vector<std::size_t> same_columns(const EventSet& wanted, const EventSet& given) {
    const std::string missing = missing_names(wanted, given);
    const std::string extra = missing_names(given, wanted);
    if (missing.empty() && extra.empty()) {
        auto columns = wanted.names() | std::views::transform([&](const std::string& event) {
                           return *given.column(event);
                       });
        return {columns.begin(), columns.end()};
    }
    throw Error(
        "the events differ: " +
        (missing.empty()
             ? ""
             : "only the profile before has " + text_for(Destination::message, missing) +
                   (extra.empty() ? "" : ", ")) +
        (extra.empty() ? "" : "only this one has " + text_for(Destination::message, extra)));
}

EventSet common_events(const EventSet& first, const EventSet& second) {
    auto common = first.names() | std::views::filter(is_in(second));
    return EventSet({common.begin(), common.end()});
}

EventSet united_events(const EventSet& first, const EventSet& second) {
    std::vector<std::string> names = first.names();
    std::ranges::copy_if(second.names(), std::back_inserter(names), std::not_fn(is_in(first)));
    return EventSet(std::move(names));
}

Profile project(const Profile& profile, const EventSet& events) {
    std::vector<std::optional<std::size_t>> columns;
    std::ranges::transform(
        events.names(), std::back_inserter(columns),
        [&](const std::string& event) { return profile.header.events.column(event); });
    const auto take = [&](std::span<const Count> counts, std::span<Count> to) {
        for (std::size_t i = 0; i < to.size(); ++i)
            to[i] = columns[i] ? counts[*columns[i]] : 0;
    };
    CostTableBuilder rows(events.size());
    rows.reserve(profile.costs.row_count(), profile.costs.functions().size());
    for (const FunctionCosts& f : profile.costs.functions()) {
        rows.enter(f.file, f.function);
        for (const std::size_t row : f.rows())
            take(profile.costs.counts(row), rows.add_row(profile.costs.line(row)));
    }
    std::vector<Count> summary(events.size());
    take(profile.summary, summary);
    Header header = profile.header;
    header.events = events;
    std::optional<Calls> calls;
    if (profile.calls)
        calls = changed_calls(*profile.calls, events.size(), {.columns = columns});
    return {std::move(header), profile.names, std::move(rows).finish_distinct(), std::move(summary),
            std::move(calls)};
}

std::vector<std::string> with_bases(std::vector<std::string> events, const EventSet& given) {
    for (const std::string& event : std::vector<std::string>(events)) {
        const std::string base = event + base_suffix;
        if (given.column(event) && given.column(base) &&
            std::ranges::find(events, base) == events.end())
            events.push_back(base);
    }
    return events;
}

Profile reorder(const Profile& profile, const EventSet& events) {
    same_columns(events, profile.header.events);
    return project(profile, events);
}

} // namespace cg
