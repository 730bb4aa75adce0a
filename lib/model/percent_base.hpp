// SPDX-License-Identifier: GPL-2.0-or-later
// The counts that percentages refer to.
#pragma once

#include "model/profile.hpp"

#include <vector>

namespace cg {

// Returns, for each event, the count that is 100 %: the total of its base (NAME@base) if the
// profile has one, otherwise its own total.
std::vector<Count> percent_bases(const Profile& profile);

} // namespace cg
