// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/changed.hpp"

#include "calls/sum.hpp"
#include "model/cost_table.hpp"

namespace cg {
namespace {

CostTable changed(const CostTable& costs, const Change& change) {
    if (change.columns.empty() && !change.is_negative)
        return costs;
    return costs.with_events(
        change.event_count(costs.event_count()),
        [&](std::span<Count> sum, std::span<const Count> counts) { change.add(sum, counts); });
}

} // namespace

void change_parts(Profile& result, const Profile& profile, const Change& change) {
    set_parts(result, profile, [&](const auto& part) { return changed(part, change); });
}

Profile changed(const Profile& profile, const Change& change) {
    Profile result{profile.header, profile.names, changed(profile.costs, change), {}};
    if (change.events)
        result.header.events = *change.events;
    result.summary.resize(result.header.events.size());
    change.add(result.summary, profile.summary);
    change_parts(result, profile, change);
    return result;
}

} // namespace cg
