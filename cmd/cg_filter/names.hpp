// SPDX-License-Identifier: GPL-2.0-or-later
// The names that the options ask for.
#pragma once

#include "model/profile.hpp"
#include "options.hpp"

namespace cg::filtering {

// In this order: substitutions, prefixes, short names, groups.
Profile with_new_names(const Options& options, Profile profile);

} // namespace cg::filtering
