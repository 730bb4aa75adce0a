// SPDX-License-Identifier: GPL-2.0-or-later
// Two tiers. Code that runs seldom gets one plain call for a group, which is
// quick to translate. Code that has run often is translated again, with the
// simulation of hits inline.
#pragma once

#include "vg/count/superblock.hpp"

namespace cg::vg {

// Runs of a group before its superblock is translated again.
inline constexpr ULong hot_after = 4096;

// Of so many runs of a group, so many are compared: in a row, since a program that
// walks through memory has a period of its own.
inline constexpr ULong compare_period = 256, compared_runs = 64;

// The superblock runs often: translate it again as soon as that is safe.
void mark_hot(const Superblock& block);

bool is_hot(Addr address);

// A hot superblock is being discarded, to be translated again: keeps which of its
// data references shared a line with their neighbours.
void remember_shared_lines(const Superblock& block);

// The same as bits, the n-th for its n-th data reference.
ULong shared_lines(Addr address);

// Discards the translations that were marked, a number of them at a time. Only
// between superblocks. `blocks`: how many the program has run.
void retranslate_hot_code(ULong blocks);

} // namespace cg::vg
