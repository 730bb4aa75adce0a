// SPDX-License-Identifier: GPL-2.0-or-later
// The costs of threads that have profiles of their own (--separate-threads=yes).
//
// Counters and cost centres belong to one thread at a time. When another one is to run, their
// counts are moved to the costs of that thread. The flags of superblocks tell which have
// run since then: there are many more, and some programs change threads often.
#pragma once

#include "vg/count/superblock.hpp"

namespace cg::vg {

struct ThreadCost {
    CostCentre* centre;
    ThreadId thread;
    ThreadCost* next_in_bucket;
    ThreadCost* next_in_list;
    ULong counts[]; // cost_slots of events.count

    static UInt hash_of(const CostCentre* centre, ThreadId thread) {
        const UInt hash = static_cast<UInt>(reinterpret_cast<UWord>(centre) >> 4) + thread * 40503u;
        return hash ^ hash >> 15;
    }
    static UInt hash_of(const ThreadCost& cost) { return hash_of(cost.centre, cost.thread); }
};

// Returns the number of a new flag of the superblock; 0, if memory has run out.
UInt take_run_flag(Superblock* block);
void release_run_flag(UInt number);
// Returns where the flag of the superblock is.
UChar* run_flag_of(const Superblock& block);

// Moves what was counted to the costs of the thread that has run. Later counts
// belong to `thread`.
void count_for(ThreadId thread);
// Moves what was counted, and the thread stays the same.
void settle_thread_costs();
// Moves the costs of a superblock whose counters have been read.
void move_costs(Superblock& block);
// Moves the costs of one cost centre.
void move_costs(CostCentre& centre);

// All of them, of all threads, in any order.
extern ListedTable<ThreadCost> all_thread_costs;

// Sets the costs of the thread to 0.
void zero_thread_costs(ThreadId thread);

} // namespace cg::vg
