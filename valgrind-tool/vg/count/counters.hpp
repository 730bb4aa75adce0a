// SPDX-License-Identifier: GPL-2.0-or-later
// Counters that generated code adds to. They are adjacent, eight to a cache line of the
// host, and separate from data that is read at the end only.
#pragma once

#include "sim/branch.hpp"
#include "vg/core/valgrind.hpp"

namespace cg::vg {

// Allocates a counter, which is zero. Null: out of memory.
ULong* allocate_counter();

// With callgrind's arcs, a counter is counters_in_slots of them (arcs/stack.hpp), of which only the
// first cost_slots are read: those of the others are of costs that are not collected.
inline constexpr unsigned counters_in_slots = 4, cost_slots = 2;
// Set once, before the program starts.
inline constinit bool has_slots = false;
void release_counter(ULong* counter);

// Allocates the counters of a branch, which are zero. Null: out of memory.
sim::Outcomes* allocate_outcomes();
void release_outcomes(sim::Outcomes* outcomes);

} // namespace cg::vg
