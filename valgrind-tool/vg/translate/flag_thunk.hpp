// SPDX-License-Identifier: GPL-2.0-or-later
// VEX keeps a processor's flags as what they follow from (libvex_guest_amd64.h): the
// operation and up to three words. Many operations follow from one or two. VEX writes
// the others, DEP2 and NDEP, all the same, as zero.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

struct FlagThunk {
    static constexpr unsigned word_count = 2; // that may be ignored: DEP2, NDEP

    Int operation; // offsets in the guest's state; negative: the guest has none
    Int words[word_count];
    Int size; // of each, in bytes
};

// Where this guest has it.
extern const FlagThunk flag_thunk;

// True if no flag follows from this word after this operation: VEX's own function, which
// says what the flags are, gives the same for any.
bool is_ignored(ULong operation, unsigned word);

} // namespace cg::vg
