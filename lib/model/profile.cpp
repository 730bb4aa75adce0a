// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/profile.hpp"

#include "model/difference.hpp"

#include <algorithm>
#include <iterator>

namespace cg {

std::vector<Count> totals_of_run(const Profile& profile) {
    std::vector<Count> totals = profile.summary;
    for (const auto& [event, total] : profile.header.totals_of_run)
        if (const auto column = profile.header.events.column(event))
            totals[*column] = total;
    return totals;
}

std::vector<Count> percent_bases(const Profile& profile) {
    const EventSet& events = profile.header.events;
    const std::vector<Count> totals = totals_of_run(profile);
    std::vector<Count> bases;
    std::ranges::transform(
        IndexRange(0, events.size()), std::back_inserter(bases),
        [&](std::size_t column) { return totals[events.base_of(column).value_or(column)]; });
    return bases;
}

bool is_difference(const Profile& profile) {
    return profile.header.events.has_bases() || says_difference(profile.header);
}

bool lacks_base(const Profile& profile) {
    return is_difference(profile) && !profile.header.events.has_bases();
}

} // namespace cg
