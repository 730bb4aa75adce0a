// SPDX-License-Identifier: GPL-2.0-or-later
// Code is translated in two tiers. At first each group calls the simulation, which is
// quick to translate. Code that has run often is hot: it is translated again, with the
// simulation of hits inline.
#pragma once

#include "vg/count/superblock.hpp"

namespace cg::vg {

// A group is checked once per this many runs that called the simulation.
inline constexpr ULong runs_per_check = 4096;
// In the last of these, consecutive ones, references are compared with their neighbours.
inline constexpr ULong runs_compared = 64;

// Compares the lines of the references of a group that have a neighbour with its line.
void compare_with_neighbours(Group& group, const sim::Word* addresses);

// To be called after each `runs_per_check` runs of a group that called the simulation. Marks its
// superblock, if it has run often, to be translated again as soon as that is safe.
void check_hot(Superblock& block, ULong runs);

// A hot superblock.
struct HotCode {
    Addr address; // 0: none
    ULong near;   // bits of its first reads and writes: was always in one line with its neighbour

    bool is_near(unsigned number) const { return number < 64 && (near >> number & 1) != 0; }
};

// To be called when a superblock is translated. Null: it is not hot.
const HotCode* begin_translation(Superblock& block);

// To be called when the translation of a superblock has been discarded.
void end_translation(const Superblock& block);

// Discards the translations of marked superblocks, many at a time. Must be called between
// superblocks only.
void retranslate_hot_code();

// Folds the slots of the data cache if hot code often finds its lines displaced, and discards the
// translations of hot code then. Must be called between superblocks only.
void fold_slots_if_shared();

} // namespace cg::vg
