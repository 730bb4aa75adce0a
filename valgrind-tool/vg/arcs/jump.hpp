// SPDX-License-Identifier: GPL-2.0-or-later
// Jumps within functions (--collect-jumps=yes). Jumps to other functions are calls.
#pragma once

#include "vg/arcs/function.hpp"
#include "vg/count/superblock.hpp"

namespace cg::vg {

// The jumps of an instruction to one address, in one superblock: as in callgrind's files, a branch
// is not there if it was never taken in that superblock.
struct Jump {
    Addr block;
    Addr from, to; // `to` is 0 for an indirect jump: the place of all its jumps
    Function* function;
    const HChar *file = nullptr, *to_file = nullptr;
    UInt line = 0, to_line = 0;
    bool is_conditional;
    UShort thread = 0; // whose these are; 0: of all threads or of the one that runs
    Jump* next_in_bucket = nullptr;
    Jump* next_in_list = nullptr;
    // By slots (stack.hpp). Like calls, jumps are counted while costs are not collected, too.
    ULong taken[counters_in_slots] = {}, executed[counters_in_slots] = {};

    static UInt hash_of(const Jump& jump);
    ULong taken_in(UInt level) const { return taken[level] + taken[level + cost_slots]; }
    ULong executed_in(UInt level) const { return executed[level] + executed[level + cost_slots]; }
};

// Returns true if a jump there stays in the function, also if it leads into the middle of another.
bool stays_in(const Function& function, Addr to);

// Finds or adds the jump of this code, of the thread.
Jump* jump_like(const Jump& wanted, ThreadId thread = 0);

// Counts an indirect jump, if it stays in the function. Generated code calls it.
VG_REGPARM(3) void count_indirect_jump(Jump* place, Addr to, UWord slot);

// Counts the jump for the function that runs, which has jumped into the code. Generated code calls
// it. `events`: the sum of these.
inline constexpr UWord jump_is_taken = 1, jump_is_executed = 2;
VG_REGPARM(2) void count_foreign_jump(Jump* jump, UWord events);

// To be called when code may have changed.
void forget_jumps();

// All of them, in any order.
extern ListedTable<Jump> all_jumps;

// Moves what was counted to the jumps of the thread.
void settle_jumps(ThreadId thread);
// Sets the jumps of the thread to 0.
void zero_jumps(ThreadId thread);

} // namespace cg::vg
