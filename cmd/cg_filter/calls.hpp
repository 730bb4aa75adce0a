// SPDX-License-Identifier: GPL-2.0-or-later
// The part of a profile's calls that the options choose.
#pragma once

#include "cli/option.hpp"
#include "model/profile.hpp"
#include "options.hpp"

namespace cg::filtering {

// Applies, in this order, --skip, --fold-recursion, --below, --above, --prune. If that changes own
// costs, returns a profile by function, and prints a note. Throws Error if there is no tree.
Profile with_chosen_calls(const Options& options, const cli::Command& command, Profile profile,
                          const std::string& source);

} // namespace cg::filtering
