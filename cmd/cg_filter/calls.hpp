// SPDX-License-Identifier: GPL-2.0-or-later
// The part of a profile's calls that the options choose.
#pragma once

#include "cli/option.hpp"
#include "model/profile.hpp"
#include "options.hpp"

namespace cg::filtering {

// Applies, in this order, --skip, --fold-recursion, --below, --above, --prune. A function whose
// own cost changes is one row then, and a note names it. Throws Error if there is no tree.
Profile with_chosen_calls(const Options& options, const cli::Command& command, Profile profile,
                          const std::string& source);

} // namespace cg::filtering
