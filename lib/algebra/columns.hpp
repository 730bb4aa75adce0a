// SPDX-License-Identifier: GPL-2.0-or-later
// Chooses and orders the events of profiles.
#pragma once

#include "model/profile.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cg {

// Return the columns of the events that an option names ("--show"), in any case. Throw UsageError
// with the option and the events that there are.
std::size_t chosen_column(const EventSet& events, std::string_view name, std::string_view option);
std::vector<std::size_t> chosen_columns(const EventSet& events, std::span<const std::string> names,
                                        std::string_view option);

// Returns, for each event of `wanted`, its column in `given`. Throws Error with the names that only
// one of the two has.
std::vector<std::size_t> same_columns(const EventSet& wanted, const EventSet& given);

// Returns the events of both, in the order of the first.
EventSet common_events(const EventSet& first, const EventSet& second);
// Returns the events of the first, then those that only the second has.
EventSet united_events(const EventSet& first, const EventSet& second);

// Returns the profile with these events, in this order; missing events are 0.
Profile project(const Profile& profile, const EventSet& events);

// Returns the events, then those of their bases (NAME@base) that are in `given` and not in
// `events`.
std::vector<std::string> with_bases(std::vector<std::string> events, const EventSet& given);

// Does the same as project() for a profile that has exactly these events, in any order. Throws
// Error for other events.
Profile reorder(const Profile& profile, const EventSet& events);

} // namespace cg
