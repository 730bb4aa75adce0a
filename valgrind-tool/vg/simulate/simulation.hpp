// SPDX-License-Identifier: GPL-2.0-or-later
// The simulators of this run, and the functions that generated code calls.
#pragma once

#include "sim/branch.hpp"
#include "sim/use/cache_use.hpp"
#include "vg/count/superblock.hpp"

namespace cg::vg {

struct Simulation {
    sim::Hierarchy caches;
    sim::BranchPredictor branches;
    // The time of level 1. A group of n references takes 2n ticks, because a reference may touch
    // two lines, each at a time of its own.
    sim::Time clock = 0;
    // Each line of the code cache is within one of the last level.
    bool code_lines_fit = false;
    UInt smallest_line = 0; // the smallest line size of the three caches, in bytes
    sim::UsedHierarchy use; // if cache use is counted
    ULong verify_calls = 0;
    sim::Word addresses[max_arguments] = {}; // those with which generated code has called
};

// Not allocated, so that the addresses of its fields fit into the 32-bit displacements of
// generated code.
extern Simulation simulation;

constexpr sim::Time ticks_of(const GroupRun& run) {
    return sim::Time{run.reference_count} * 2 * sim::tick;
}

// Returns memory of zeros, if possible near the tool's own data, so that it can be reached by a
// 32-bit displacement. Null: out of memory.
void* near_pages(size_t bytes);

// Creates the caches. False: out of memory.
bool start_caches(const sim::Geometry& code, const sim::Geometry& data,
                  const sim::Geometry& last_level);

// Finds or adds the code line that contains `address`. Null: out of memory.
sim::CodeLine* code_line_at(Addr address);

// Return the entry points of functions that generated code calls with a GroupRun and this
// number of addresses.
//   simulate: counts the run and simulates it. For code that runs seldom.
//   simulate_branch: the same for a BranchRun; the last argument, which is not one of the
//             addresses, says whether its branch is taken (0 or 1).
//   verify:   simulates a run of a hot group. The generated code has counted the run and advanced
//             the clock; `tested`: and it found that data or code is absent, or data in two lines.
void* simulate_function(unsigned arguments);
void* simulate_branch_function(unsigned addresses);
void* verify_function(unsigned arguments, bool tested);

// Returns the entry point of a function that generated code calls with a CalledBranch, and whether
// it is taken (0 or 1).
void* branch_function();

// Folds the slots of the data cache (sim::AddressSplit) if lines often have the same one, and
// returns true. Then all translations must be discarded. To be called between superblocks only.
bool fold_slots_if_shared();

// Restarts the clock before it overflows. To be called regularly, between superblocks.
void keep_clock_in_range();

} // namespace cg::vg
