// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/exhibit.hpp"

#include "error/error.hpp"
#include "text/destination.hpp"

#include <algorithm>

namespace cg {
namespace {

// Ors all counts, whose signs are their highest bits: no branch for each.
bool any_negative(const CostTable& costs) {
    Count all = 0;
    for (std::size_t row = 0; row < costs.row_count(); ++row)
        for (const Count count : costs.counts(row))
            all |= count;
    return all < 0;
}

} // namespace

Exhibit make_exhibit(const Profile& profile, std::string name, std::string_view sort) {
    const EventSet& events = profile.header.events;
    Exhibit exhibit{&profile, std::move(name), {}, 0, {}, false};
    for (std::size_t event = 0; event < events.size(); ++event) {
        if (events.is_base(event))
            continue;
        Column column{events[event], event, events.base_of(event), profile.summary[event], 0};
        column.whole = column.base ? profile.summary[*column.base] : column.total;
        exhibit.difference |= column.base.has_value();
        exhibit.columns.push_back(std::move(column));
    }
    exhibit.difference |= any_negative(profile.costs);
    if (sort.empty())
        sort = exhibit.columns.at(0).name;
    const auto found = std::find_if(exhibit.columns.begin(), exhibit.columns.end(),
                                    [&](const Column& column) { return column.name == sort; });
    if (found == exhibit.columns.end())
        throw UsageError("there is no event " + in_quotes(sort) + " to sort by");
    exhibit.sort = static_cast<std::size_t>(found - exhibit.columns.begin());
    // Ranks go by this event, then by the others as they stand, as in cg_annotate.
    exhibit.order = {found->event};
    for (const Column& column : exhibit.columns)
        if (column.event != found->event)
            exhibit.order.push_back(column.event);
    return exhibit;
}

} // namespace cg
