// SPDX-License-Identifier: GPL-2.0-or-later
// VEX keeps a processor's flags as what they follow from (libvex_guest_amd64.h): the
// operation and up to three words. Most operations follow from two. VEX writes the
// third, NDEP, all the same, as zero.
#pragma once

#include "valgrind.hpp"

namespace cg::vg {

struct FlagThunk {
    Int operation; ///< offsets in the guest's state; negative: the guest has none
    Int ndep;
    Int size; ///< of each, in bytes
};

/// Where this guest has it.
extern const FlagThunk flag_thunk;

/// True if no flag follows from NDEP after this operation: VEX's own function, which says
/// what the flags are, gives the same for any.
bool ignores_ndep(ULong operation);

} // namespace cg::vg
