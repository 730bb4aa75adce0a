// SPDX-License-Identifier: GPL-2.0-or-later
// The counts that percentages refer to.
#pragma once

#include "model/profile.hpp"

#include <vector>

namespace cg {

// Returns, for each event, what the complete run cost: its total, unless the file says another
// number.
std::vector<Count> totals_of_run(const Profile& profile);

// Returns, for each event, the count that is 100 %: the total of its base (NAME@base) if the
// profile has one, otherwise its own total, of the run.
std::vector<Count> percent_bases(const Profile& profile);

// Returns true for a difference of two profiles: it has a base, or counts below 0.
bool is_difference(const Profile& profile);

// Returns true for a difference that does not say what the first profile cost: percentages of its
// own total would have the wrong sign where the total fell, and any size.
bool lacks_base(const Profile& profile);

} // namespace cg
