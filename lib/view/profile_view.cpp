// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/profile_view.hpp"

#include "error/error.hpp"
#include "model/containers.hpp"
#include "model/count.hpp"
#include "model/event_set.hpp"
#include "model/known_event.hpp"
#include "model/profile.hpp"
#include "text/escaping.hpp"
#include "text/number.hpp"

#include <algorithm>
#include <iterator>
#include <range/v3/view/zip.hpp>
#include <ranges>

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
    std::ranges::copy_if(view.columns | std::views::transform(&Column::event),
                         std::back_inserter(view.order),
                         [&](std::size_t other) { return other != found->event; });
    return view;
}

const Header& ProfileView::header() const {
    return profile->header;
}
const std::vector<Count>& ProfileView::summary() const {
    return profile->summary;
}
const CodeRanges* ProfileView::addresses() const {
    return profile->addresses ? &*profile->addresses : nullptr;
}

std::string ProfileView::share_text(Count count, const Column& column) const {
    const std::string_view sign = difference && count > 0 && column.percent_base > 0 ? "+" : "";
    return std::string(sign).append(Percentage(count, column.percent_base).text());
}

bool ProfileView::reaches(std::span<const Count> counts, double percent) const {
    return std::ranges::any_of(columns, [&](const Column& column) {
        const std::uint64_t part = magnitude(counts[column.event]);
        return part > 0 && part >= magnitude_of_percentage(percent, column.percent_base);
    });
}

std::optional<std::string> note_of_percent_base(const Profile& profile) {
    std::string said, counted;
    for (const auto& [event, sum] :
         ranges::views::zip(profile.header.events.names(), profile.summary)) {
        const auto total = profile.header.totals_of_run.find(event);
        if (total == profile.header.totals_of_run.end() || is_inclusive(event))
            continue;
        const std::string separator = said.empty() ? "" : ", ";
        said += separator + std::to_string(total->second) + " " +
                text_for(EscapingContext::message, event);
        counted += separator + std::to_string(sum);
    }
    if (said.empty())
        return std::nullopt;
    return "the summary says " + said + ", but the counts add up to " + counted +
           ": percentages are of the summary";
}

namespace {

// The events of cg_merge --stats (D1mr.mean) and of inclusive cost (D1mr:inclusive) have the place
// of their event. Others than the tool's are before them.
unsigned place(std::string_view event) {
    const KnownEvent* const known = known_event(event.substr(0, event.find_first_of(".:")));
    return known == nullptr ? 0 : known->narrow_place;
}

} // namespace

std::vector<std::size_t> by_importance(std::span<const std::string> events) {
    std::vector<std::size_t> order = numbers_below(events.size());
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return place(events[i]); });
    return order;
}

} // namespace cg
