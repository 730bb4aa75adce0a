// SPDX-License-Identifier: GPL-2.0-or-later
// A change of all parts of a profile.
#pragma once

#include "model/change.hpp"
#include "model/profile.hpp"

namespace cg {

// Gives `result` the parts of the profile beside its table, changed. Throws std::overflow_error.
void change_parts(Profile& result, const Profile& profile, const Change& change);

// Returns the profile with other events, or with negated counts; lines stay. Throws
// std::overflow_error.
Profile changed(const Profile& profile, const Change& change);

} // namespace cg
