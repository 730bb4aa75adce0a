// SPDX-License-Identifier: GPL-2.0-or-later
// Counts of superblocks that belong elsewhere than where generated code adds them: those of code
// that another function has jumped into, and of superblocks that ended with a client request or a
// system call. Callgrind counts a superblock when the next one of its thread begins, so that what a
// request does, or a trigger while the thread waits, happens before.
#pragma once

#include "vg/count/superblock.hpp"

namespace cg::vg {

// Set by generated code at the end of a superblock that ends with a request or a system call. Null:
// there was none.
extern Superblock* last_block;

// Not 0: it was run by a function that had jumped into its code. Set together with it.
extern UWord last_is_foreign;

// The number of superblocks that ran, but are not counted, or not yet.
extern ULong uncounted_blocks;

// Forgets it, if it is this one.
void forget_last_block(const Superblock* block);
// Notes that the thread waits after the superblock. Null: it does not wait.
void set_last_block(ThreadId thread, Superblock* block);

// A cache miss: the counts of the cost centre in the slot of that time, and the column.
struct Miss {
    ULong* counts;
    unsigned column;
};
// To be called before a superblock references caches. Returns a number that grows each time the
// superblock is another one than the last time.
UInt begin_references(const Superblock* block);
// Notes a miss of this superblock, to move it with the superblock's other counts if that ends with
// a request.
void note_miss(Miss miss);
// Forgets the misses that were noted. To be called when another superblock may have begun.
void forget_misses();

inline constexpr ThreadId all_threads = 0;

// Takes away the counts of the superblock after which the thread waits, if it does; or those of all
// threads.
void uncount_last_blocks(ThreadId thread);
// Adds them again.
void count_last_blocks(ThreadId thread);

// Counts a run of the group for the function that runs. Generated code calls it, and counts the run
// as not collected. `guest`: the registers of the running thread.
void count_foreign(void* guest, Group* group);
// Counts a misprediction of the branch at the end of the group for that function.
void count_foreign_miss(void* guest, Group* group);

} // namespace cg::vg
