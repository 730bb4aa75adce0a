// SPDX-License-Identifier: GPL-2.0-or-later
// The simulators of this run, and what generated code calls.
#pragma once

#include "sim/branch.hpp"
#include "sim/cache.hpp"
#include "vg/count/superblock.hpp"

namespace cg::vg {

struct Simulation {
    sim::Hierarchy caches;
    sim::BranchPredictor branches;
    // The time of level 1. A group of n references takes 2n ticks of it: the
    // i-th happens at start + 2i.
    sim::Word clock = 0;
    UInt smallest_line = 0; // bytes, of the three caches
};

// In the tool's own data, so that generated code can name its fields.
extern Simulation simulation;

constexpr sim::Word ticks_of(const Group& group) {
    return sim::Word{group.shape.references} * 2;
}

// Makes the caches. False: out of memory.
bool start_caches(const sim::Geometry& code, const sim::Geometry& data,
                  const sim::Geometry& last_level);

// The place of the code line that this address lies in. Null: out of memory.
sim::CodeLine* code_line_at(Addr address);

// Addresses of the functions that generated code calls, by number of addresses
// besides the group.
//   simulate: counts a run of the group and simulates it. For code that runs seldom.
//   verify:   simulates a run that generated code has counted, for which it has
//          advanced the clock, because it could not see that everything hits.
void* simulate_function(unsigned arguments);
void* verify_function(unsigned arguments);

struct SimulationStats {
    ULong simulate_calls, verify_calls;
};
SimulationStats simulation_stats();

// A 32-bit clock must not run over: call this now and then, between the
// program's superblocks.
void keep_clock_in_range();

} // namespace cg::vg
