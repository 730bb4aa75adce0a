// SPDX-License-Identifier: GPL-2.0-or-later
// Two tiers. Code that runs seldom gets one plain call for a group, which is
// quick to translate. Code that has run often is translated again, with the
// simulation of hits inline.
#pragma once

#include "superblock.hpp"

namespace cg::vg {

/// Runs of a group before its superblock is translated again.
inline constexpr ULong hot_after = 1024;

/// The superblock runs often: translate it again as soon as that is safe.
void mark_hot(const Superblock& block);

bool is_hot(Addr address);

/// A hot superblock is being discarded, to be translated again: keeps which of its
/// data references shared a line with their neighbours.
void note_neighbours(const Superblock& block);

/// The same as bits, the n-th for its n-th data reference.
ULong neighbours_of(Addr address);

/// Discards the translations that were marked. Only between superblocks.
void retranslate_hot_code();

} // namespace cg::vg
