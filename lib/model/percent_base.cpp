// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/percent_base.hpp"

namespace cg {

std::vector<Count> percent_bases(const Profile& profile) {
    const EventSet& events = profile.header.events;
    std::vector<Count> bases;
    for (std::size_t column = 0; column < events.size(); ++column)
        bases.push_back(profile.summary[events.base_of(column).value_or(column)]);
    return bases;
}

} // namespace cg
