// SPDX-License-Identifier: GPL-2.0-or-later
// The superblock that ended with a client request. Callgrind counts a superblock when the next one
// begins, so that what a request does happens before it is counted.
#pragma once

#include "vg/count/superblock.hpp"

namespace cg::vg {

// Set by generated code at the end of such a superblock. Null: there was none.
extern Superblock* last_block;

// The number of superblocks that ran, but are not counted, or not yet.
extern ULong uncounted_blocks;

// Forgets it, if it is this one.
void forget_last_block(const Superblock* block);

// Takes the counts of that superblock away. Returns false if there is none.
bool uncount_last_block();
// Adds them again.
void count_last_block();

} // namespace cg::vg
