// SPDX-License-Identifier: GPL-2.0-or-later
// Adding the counting to a superblock.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// A copy of the superblock `in` that counts its own events. Null: out of memory; then
// nothing runs that would count them.
IRSB* add_counting(const VgCallbackClosure& closure, const IRSB& in, const VexGuestLayout& guest,
                   const VexGuestExtents& extents);

} // namespace cg::vg
