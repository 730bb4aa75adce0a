// SPDX-License-Identifier: GPL-2.0-or-later
// Code is translated in two tiers. At first each group calls the simulation, which is
// quick to translate. Code that has run often is hot: it is translated again, with the
// simulation of hits inline.
#pragma once

#include "vg/count/superblock.hpp"

namespace cg::vg {

// A group is checked once per this many runs that called the simulation.
inline constexpr ULong runs_per_check = 4096;

// Returns true for runs that are compared, to learn which references share a line: of the second
// half before the first check, consecutive ones in each period. Every n-th would alias with the
// period of a loop over memory. Not the first half: most groups are never hot, and need not be
// compared.
constexpr bool is_compared(ULong run) {
    return run < runs_per_check && run >= runs_per_check / 2 && run % 256 < 64;
}
inline constexpr ULong compared_runs = runs_per_check / 2 / 256 * 64;

// To be called after each `runs_per_check` runs of a group that called the simulation. Marks its
// superblock, if it has run often, to be translated again as soon as that is safe.
void check_hot(Superblock& block, ULong runs);

// To be called when a superblock is translated. Returns true if it is hot.
bool begin_translation(Superblock& block);

// To be called when a translation has been discarded. Remembers which references of a
// superblock that is to be hot share lines.
void end_translation(const Superblock& block);

// Returns a bit for each data reference of a superblock, from the lowest on: set if it was mostly
// in one cache line with the reference of its `near_argument`. 0 if the superblock is not hot.
ULong references_sharing_line(Addr address);

// Discards the translations of marked superblocks, many at a time. Must be called between
// superblocks only.
void retranslate_hot_code();

} // namespace cg::vg
