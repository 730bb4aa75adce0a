// SPDX-License-Identifier: GPL-2.0-or-later
// Code is translated in two tiers. At first each group calls the simulation, which is
// quick to translate. Code that has run often is hot: it is translated again, with the
// simulation of hits inline.
#pragma once

#include "vg/count/superblock.hpp"

namespace cg::vg {

// The number of runs of a group after which its superblock is translated again.
inline constexpr ULong hot_after = 4096;

// In every `compare_period` runs of a group, `compared_runs` consecutive ones are compared.
// Sampling every n-th run would alias with the period of a loop over memory.
inline constexpr ULong compare_period = 256, compared_runs = 64;

// Marks a superblock that runs often, to be translated again as soon as that is safe.
void mark_hot(const Superblock& block);

// Returns true if the superblock at `address` has been or is to be translated again.
bool is_hot(Addr address);

// Remembers which data references of a hot superblock were mostly in one cache line with
// the reference of `near_argument`. To be called when its translation has been discarded.
void remember_shared_lines(const Superblock& block);

// Returns the result of remember_shared_lines(): bit n is set if the n-th data reference of the
// superblock was mostly in one line with the other. 0 if the superblock is not hot.
ULong shared_lines(Addr address);

// Discards the translations of marked superblocks, many at a time. Must be called between
// superblocks only. `blocks` is the number of superblocks that the program has run.
void retranslate_hot_code(ULong blocks);

} // namespace cg::vg
