// SPDX-License-Identifier: GPL-2.0-or-later
// What a sum of profiles has no calls or no tree for, because only some of the profiles have one.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace cg {

// Returns a note for the user, or nothing if the sum has all that the profiles have.
std::optional<std::string> note_of_lost_calls(std::size_t profiles, std::size_t without_calls,
                                              std::size_t with_arcs_only);

} // namespace cg
