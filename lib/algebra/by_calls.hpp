// SPDX-License-Identifier: GPL-2.0-or-later
// Profiles whose counts are what their calls say, a row for each function, at line 0: a path does
// not say which lines cost what.
#pragma once

#include "model/profile.hpp"

namespace cg {

// With these calls, which have a tree, and the own cost of its functions. Code in no function is
// that of ??? in ???.
Profile of_own_cost(const Profile& profile, Calls calls);

// With the inclusive cost of each function instead of its own, and without calls. The summary
// stays: the rows are more than the whole.
Profile of_inclusive_cost(const Profile& profile);

} // namespace cg
