// SPDX-License-Identifier: GPL-2.0-or-later
// A note for reports with percentages.
#pragma once

#include "model/profile.hpp"

#include <optional>
#include <string>

namespace cg {

// Returns a note if percentages are of what the file says that the complete run cost, and not of
// the sum of its counts.
std::optional<std::string> note_of_percent_base(const Profile& profile);

} // namespace cg
