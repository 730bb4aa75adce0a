// SPDX-License-Identifier: GPL-2.0-or-later
// Counters that generated code adds to. They lie together, eight to a line of
// the host's cache, and apart from what is read only at the end.
#pragma once

#include "sim/branch.hpp"
#include "vg/core/valgrind.hpp"

namespace cg::vg {

// A counter at zero, or null: out of memory.
ULong* allocate_counter();
void release_counter(ULong* counter);

// The counters of a branch, all zero, or null: out of memory.
sim::Outcomes* allocate_outcomes();
void release_outcomes(sim::Outcomes* outcomes);

} // namespace cg::vg
