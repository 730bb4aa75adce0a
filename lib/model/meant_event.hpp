// SPDX-License-Identifier: GPL-2.0-or-later
// The events that users name on the command line.
#pragma once

#include "model/event_set.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace cg {

// Returns the column of the event with this name or, if there is none, of the only one with the
// same letters in another case: `unused1` is Unused1.
std::optional<std::size_t> meant_event(const EventSet& events, std::string_view name);

// Returns the message for a name that is no event: "the profile has no event 'I1rm' (did you
// mean I1mr?); it has Ir, I1mr".
std::string no_such_event(const EventSet& events, std::string_view name);

} // namespace cg
