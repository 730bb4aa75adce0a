// SPDX-License-Identifier: GPL-2.0-or-later
// Detects the caches of the host.
#pragma once

#include "sim/geometry.hpp"

namespace cg::vg {

// Sets the geometries that the user did not give (size 0) to those of the host. Prints a
// warning for each that was adjusted or not found.
void choose_caches(sim::Geometry& code, sim::Geometry& data, sim::Geometry& last_level);

} // namespace cg::vg
