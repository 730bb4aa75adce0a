// SPDX-License-Identifier: GPL-2.0-or-later
// Adds counting to a superblock.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// Returns a copy of the flat superblock `in` with code that counts its events, and adds the
// superblock's record.
IRSB* add_counting(const VgCallbackClosure& closure, const IRSB& in, const VexGuestLayout& guest,
                   const VexGuestExtents& extents);

// Returns a copy that only observes allocation functions, if it begins with one or where one
// returns to; else `in`.
IRSB* add_observation(IRSB& in, const VexGuestLayout& guest, const VexGuestExtents& extents);

} // namespace cg::vg
