// SPDX-License-Identifier: GPL-2.0-or-later
// The caches of the machine that this runs on.
#pragma once

#include "sim/geometry.hpp"

namespace cg::vg {

// Fills in what the user did not give (size 0), and says what was adjusted.
void choose_caches(sim::Geometry& code, sim::Geometry& data, sim::Geometry& last_level);

} // namespace cg::vg
