// SPDX-License-Identifier: GPL-2.0-or-later
// Events of a profile that are the tool's.
#pragma once

#include "events/known_events.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace cg {

// Returns what is known of an event, whose name may be in other letters (dlmr) or be that of
// another cache (D1mr@16K). Null: it is not the tool's.
const KnownEvent* known_event(std::string_view name);

// Returns the command that counts those of these events that are known, `valgrind
// --tool=cachegrind --cache-sim=yes`, or "" if it needs no options.
std::string command_to_count(const std::vector<std::string>& events);

} // namespace cg
