// SPDX-License-Identifier: GPL-2.0-or-later
// The cost of system calls: how many there are, and how long they take (--collect-systime).
#pragma once

#include "vg/arcs/function.hpp"
#include "vg/count/event_set.hpp"
#include "vg/count/superblock.hpp"

namespace cg::vg {

// The system calls at the end of a superblock.
struct SystemCost {
    Addr block;
    Addr address; // of the instruction
    Function* function;
    const HChar* file = nullptr;
    UInt line = 0;
    ThreadId thread = 0; // whose they are; 0: of all threads or of the one that runs
    SystemCost* next_in_bucket = nullptr;
    SystemCost* next_in_list = nullptr;
    // Of the superblock, by slots (stack.hpp). System calls are counted while costs are not
    // collected, too; they are written where the superblock was collected, as by callgrind.
    ULong runs[counters_in_slots] = {};
    ULong counts[cost_slots][EventSet::max_count] = {}; // by columns

    static UInt hash_of(const SystemCost& cost) { return hash_of_address(cost.block); }
    bool is_written(UInt level) const { return runs[level] != 0; }
};

// Finds or adds that of this code, of the thread.
SystemCost* system_cost_like(const SystemCost& wanted, ThreadId thread = 0);
// Returns that of a superblock. Null: there is none.
SystemCost* system_cost_of(Addr block);

// Set by generated code before a system call.
extern SystemCost* reached_system_cost;

// To be called before and after each system call.
void begin_system_call(ThreadId thread);
void end_system_call(ThreadId thread);

// All of them, in any order.
extern ListedTable<SystemCost> all_system_costs;

// Moves what was counted to those of the thread.
void settle_system_costs(ThreadId thread);
// Sets those of the thread to 0.
void zero_system_costs(ThreadId thread);

} // namespace cg::vg
