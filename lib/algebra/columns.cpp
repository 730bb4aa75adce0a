// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/columns.hpp"

#include "calls/sum.hpp"
#include "error/error.hpp"
#include "model/cost_table_builder.hpp"
#include "text/destination.hpp"

#include <algorithm>
#include <optional>
#include <string>

namespace cg {

std::vector<std::size_t> same_columns(const EventSet& wanted, const EventSet& given) {
    std::vector<std::size_t> columns;
    std::string missing;
    std::string extra;
    for (const std::string& event : wanted.names()) {
        if (const auto column = given.column(event))
            columns.push_back(*column);
        else
            missing += (missing.empty() ? "" : " ") + event;
    }
    for (const std::string& event : given.names())
        if (!wanted.column(event))
            extra += (extra.empty() ? "" : " ") + event;
    if (missing.empty() && extra.empty())
        return columns;
    throw Error(
        "the events differ: " +
        (missing.empty()
             ? ""
             : "only the profile before has " + text_for(Destination::message, missing) +
                   (extra.empty() ? "" : ", ")) +
        (extra.empty() ? "" : "only this one has " + text_for(Destination::message, extra)));
}

EventSet common_events(const EventSet& first, const EventSet& second) {
    std::vector<std::string> names;
    for (const std::string& event : first.names())
        if (second.column(event))
            names.push_back(event);
    return EventSet(std::move(names));
}

EventSet united_events(const EventSet& first, const EventSet& second) {
    std::vector<std::string> names = first.names();
    for (const std::string& event : second.names())
        if (!first.column(event))
            names.push_back(event);
    return EventSet(std::move(names));
}

Profile project(const Profile& profile, const EventSet& events) {
    std::vector<std::optional<std::size_t>> columns;
    for (const std::string& event : events.names())
        columns.push_back(profile.header.events.column(event));
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
