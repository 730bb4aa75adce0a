// SPDX-License-Identifier: GPL-2.0-or-later
// The simulators of this run, and the functions that generated code calls.
#pragma once

#include "sim/branch.hpp"
#include "sim/cache_use.hpp"
#include "vg/calls/node.hpp"
#include "vg/count/superblock.hpp"

namespace cg::vg {

struct Simulation {
    constexpr Simulation() : plain() {}

    // One of them is used, the second one with cache use (--cache-use=yes).
    union {
        sim::Hierarchy<sim::NoUse> plain;
        sim::Hierarchy<sim::CacheUse> used;
    };
    sim::BranchPredictor branches;
    // The time of level 1. A group of n references takes 2n ticks, because a reference may touch
    // two lines, each at a time of its own.
    sim::Time clock = 0;
    UInt smallest_line = 0; // the smallest line size of the three caches, in bytes
    ULong slow_runs = 0;    // of hot groups
};

// Not allocated, so that the addresses of its fields fit into the 32-bit displacements of
// generated code.
extern Simulation simulation;

// Returns the caches with this observer, which must be the one that is used.
template <typename Observer>
[[gnu::always_inline]] inline sim::Hierarchy<Observer>& caches() {
    if constexpr (Observer::counts_use)
        return simulation.used;
    else
        return simulation.plain;
}

inline sim::LevelOne& level_one() {
    return events.use ? static_cast<sim::LevelOne&>(simulation.used) : simulation.plain;
}
// The records of cache use.
inline sim::CacheUse& cache_use() {
    return simulation.used.observer;
}

constexpr sim::Time ticks_of(const GroupRun& run) {
    return sim::Time{run.reference_count} * 2 * sim::tick;
}

// Returns memory of zeros, if possible near the tool's own data, so that it can be reached by a
// 32-bit displacement. Null: out of memory.
void* near_pages(size_t bytes);

// Creates the caches. False: out of memory.
bool start_caches(const sim::Geometry& code, const sim::Geometry& data,
                  const sim::Geometry& last_level);

// Makes the caches as they were at the start; the lines in them are charged to nobody. To be called
// when there are no translations. False: out of memory.
bool empty_caches();

// Finds or adds the code line that contains `address`. Null: out of memory.
sim::CodeLine* code_line_at(Addr address);

// Return the entry points of functions that generated code calls with a GroupRun and this
// number of addresses.
//   simulate: counts the run and simulates it. For code that runs seldom.
//   slow_path: simulates a run of a hot group. The generated code has counted the run and advanced
//             the clock.
void* simulate_function(unsigned arguments);
void* slow_path_function(unsigned arguments);

// Returns the entry point of a function that generated code calls with a ColdBranch, and whether
// it is taken (0 or 1).
void* branch_function();

// Charges the lines that are still in the caches to the code that loaded them. To be called once,
// before the totals are computed.
void settle_use();

// The lines that are in the caches will be charged to nobody.
void forget_owners();
// Those that the last superblock of a thread has loaded will be charged to nobody.
void forget_last_owners();

// Replaces each node that has loaded a line by the result of `replacement`.
void replace_owners(Node* (*replacement)(Node* node));

// Restarts the clock before it overflows. To be called regularly, between superblocks.
void keep_clock_in_range();

} // namespace cg::vg
