// SPDX-License-Identifier: GPL-2.0-or-later
// The cost of programs and libraries, in place of functions.
#pragma once

#include "calls/match_functions.hpp"
#include "model/fwd.hpp"

#include <span>

namespace cg {

// Returns true if the profile knows in which program or library its code is: it has calls or costs
// by address.
bool knows_libraries(const Profile& profile);

// Returns the profile with programs and libraries for functions, each with one row, at line 0.
// Code in none of them, or outside any function, is that of "???". Calls within a library are no
// calls. `moved`: programs and libraries that get another name. The profile must know its
// libraries. Throws std::overflow_error.
Profile by_library(const Profile& profile, std::span<const MovedObject> moved = {});

} // namespace cg
