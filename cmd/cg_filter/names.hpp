// SPDX-License-Identifier: GPL-2.0-or-later
// Changes names, by the options.
#pragma once

#include "model/profile.hpp"
#include "options.hpp"

namespace cg::filtering {

// Applies, in this order, substitutions, prefixes, short names and groups.
Profile with_new_names(const Options& options, Profile profile);

} // namespace cg::filtering
