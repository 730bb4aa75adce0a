// SPDX-License-Identifier: GPL-2.0-or-later
// Adds counting to a superblock.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// Returns a copy of the flat superblock `in` with code that counts its events, and adds the
// superblock's record. Null: out of memory. If nothing is simulated, that may be left to
// add_waiting_counting(): statements that are added then cost less time in VEX.
IRSB* add_counting(const VgCallbackClosure& closure, const IRSB& in, const VexGuestLayout& guest,
                   const VexGuestExtents& extents);

// To be called with the same superblock when VEX has built trees. Returns it, or a copy with the
// code that add_counting() has left. Null: out of memory.
IRSB* add_waiting_counting(IRSB* trees);

} // namespace cg::vg
