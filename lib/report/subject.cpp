// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/subject.hpp"

#include "error/error.hpp"

#include <algorithm>

namespace cg {
namespace {

bool any_negative(const CostTable& costs) {
    for (std::size_t row = 0; row < costs.row_count(); ++row)
        for (const Count count : costs.counts(row))
            if (count < 0)
                return true;
    return false;
}

} // namespace

Subject make_subject(const Profile& profile, std::string name, std::string_view sort) {
    const EventSet& events = profile.header.events;
    Subject subject{&profile, std::move(name), {}, 0, {}, false};
    for (std::size_t event = 0; event < events.size(); ++event) {
        // X@base is a base only where there is an X, otherwise an event like any other.
        if (events[event].ends_with(base_suffix) &&
            events.column(std::string_view(events[event])
                              .substr(0, events[event].size() - base_suffix.size())))
            continue;
        Column column{events[event], event, events.column(events[event] + std::string(base_suffix)),
                      profile.summary[event], 0};
        column.whole = column.base ? profile.summary[*column.base] : column.total;
        subject.difference |= column.base.has_value();
        subject.columns.push_back(std::move(column));
    }
    subject.difference |= any_negative(profile.costs);
    if (sort.empty())
        sort = subject.columns.at(0).name;
    const auto found = std::find_if(subject.columns.begin(), subject.columns.end(),
                                    [&](const Column& column) { return column.name == sort; });
    if (found == subject.columns.end())
        throw UsageError("there is no event '" + std::string(sort) + "' to sort by");
    subject.sort = static_cast<std::size_t>(found - subject.columns.begin());
    // Ranks go by this event, then by the others as they stand, as in cg_annotate.
    subject.order = {found->event};
    for (const Column& column : subject.columns)
        if (column.event != found->event)
            subject.order.push_back(column.event);
    return subject;
}

} // namespace cg
