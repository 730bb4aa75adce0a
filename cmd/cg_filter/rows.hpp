// SPDX-License-Identifier: GPL-2.0-or-later
// The rows that the options choose.
#pragma once

#include "model/profile.hpp"
#include "options.hpp"

#include <vector>

namespace cg::filtering {

// For each row whether it stays. Throws UsageError naming an event that the profile has not.
std::vector<bool> chosen_rows(const Options& options, const Profile& profile);

} // namespace cg::filtering
