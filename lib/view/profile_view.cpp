// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/profile_view.hpp"

#include "error/error.hpp"
#include "model/inclusive_event.hpp"
#include "model/percent_base.hpp"
#include "text/destination.hpp"

#include <algorithm>

namespace cg {
namespace {

// Ors all counts instead of testing each: the sign is the highest bit.
bool any_negative(const CostTable& costs) {
    Count all = 0;
    for (std::size_t row = 0; row < costs.row_count(); ++row)
        for (const Count count : costs.counts(row))
            all |= count;
    return all < 0;
}

} // namespace

ProfileView make_profile_view(const Profile& profile, std::string name, std::string_view sort) {
    const EventSet& events = profile.header.events;
    const std::vector<Count> bases = percent_bases(profile);
    ProfileView view{&profile, std::move(name), {}, 0, {}, false};
    for (const std::size_t event : events.own_columns()) {
        view.columns.push_back({events[event], event, events.base_of(event), profile.summary[event],
                                bases[event], !is_inclusive(events[event])});
        view.difference |= view.columns.back().base.has_value();
    }
    view.difference |= any_negative(profile.costs);
    if (sort.empty())
        sort = view.columns.at(0).name;
    const auto found = std::find_if(view.columns.begin(), view.columns.end(),
                                    [&](const Column& column) { return column.name == sort; });
    if (found == view.columns.end())
        throw UsageError("--sort: the profile has no event " + in_quotes(sort));
    view.sort = static_cast<std::size_t>(found - view.columns.begin());
    // Rows are ranked by this event, then by the others in the order of columns, as in cg_annotate.
    view.order = {found->event};
    for (const Column& column : view.columns)
        if (column.event != found->event)
            view.order.push_back(column.event);
    return view;
}

} // namespace cg
