// SPDX-License-Identifier: GPL-2.0-or-later
// Which events a profile has, and in which order.
#pragma once

#include "model/profile.hpp"

#include <cstddef>
#include <vector>

namespace cg {

// For each event of wanted its column in given. Throws Error when the two name different
// events, with the names that only one has.
std::vector<std::size_t> same_columns(const EventSet& wanted, const EventSet& given);

// The events of both, in the order of the first.
EventSet common_events(const EventSet& first, const EventSet& second);
// The events of the first, then what only the second has.
EventSet united_events(const EventSet& first, const EventSet& second);

// The profile with these events, in this order; one that it has not is 0 everywhere.
Profile project(const Profile& profile, const EventSet& events);

// These events, then those of their bases (NAME@base) that are given and not among them.
std::vector<std::string> with_bases(std::vector<std::string> events, const EventSet& given);

// project() for a profile that has just these events, in any order. Throws Error when it has
// others.
Profile reorder(const Profile& profile, const EventSet& events);

} // namespace cg
