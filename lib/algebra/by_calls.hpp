// SPDX-License-Identifier: GPL-2.0-or-later
// Makes profiles whose counts come from their calls. They have one row for each function, at line
// 0, because calls have no counts by line.
#pragma once

#include "model/profile.hpp"

namespace cg {

// Returns the profile with `calls`, which must have a tree, and the own costs of its functions as
// counts. Code outside functions is that of ??? in the file ???.
Profile of_own_cost(const Profile& profile, Calls calls);

// Returns the profile with the inclusive cost of each function instead of its own, and without
// calls. The summary stays that of the run, so it is less than the sum of the rows.
Profile of_inclusive_cost(const Profile& profile);

// With further events and a row for each name of functions: the inclusive cost E:inclusive for each
// event E, and calls. Their summary is what 100 % is. Without calls. Throws std::invalid_argument
// if the profile has an event of that name, std::overflow_error.
Profile with_inclusive_cost(const Profile& profile);

} // namespace cg
