// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/profile_view.hpp"

#include "error/error.hpp"
#include "model/inclusive_event.hpp"
#include "model/meant_event.hpp"
#include "model/percent_base.hpp"

#include <algorithm>

namespace cg {

ProfileView make_profile_view(const Profile& profile, std::string name, std::string_view sort) {
    const EventSet& events = profile.header.events;
    const std::vector<Count> bases = percent_bases(profile);
    ProfileView view{&profile, std::move(name), {}, 0, {}, is_difference(profile)};
    for (const std::size_t event : events.own_columns())
        view.columns.push_back({events[event], event, events.base_of(event), profile.summary[event],
                                bases[event], !is_inclusive(events[event])});
    if (sort.empty())
        sort = view.columns.at(0).name;
    const auto event = meant_event(events, sort);
    const auto found = std::ranges::find(view.columns, event, &Column::event);
    if (!event || found == view.columns.end())
        throw UsageError("--sort: " + no_such_event(events, sort));
    view.sort = static_cast<std::size_t>(found - view.columns.begin());
    // Rows are ranked by this event, then by the others in the order of columns, as in cg_annotate.
    view.order = {found->event};
    for (const Column& column : view.columns)
        if (column.event != found->event)
            view.order.push_back(column.event);
    return view;
}

} // namespace cg
