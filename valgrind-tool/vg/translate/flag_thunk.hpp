// SPDX-License-Identifier: GPL-2.0-or-later
// VEX represents the flags of a processor by a thunk (libvex_guest_amd64.h): the last
// operation that set them, and three words to compute them from, DEP1, DEP2 and NDEP. Many
// operations need only one or two of these. VEX writes the others too, as zero.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

struct FlagThunk {
    static constexpr unsigned word_count =
        2; // of the words that an operation may ignore: DEP2, NDEP

    // Offsets in the guest state.
    Int operation;
    Int words[word_count];
    Int size; // of the operation and of each word, in bytes
};

// The thunk of this guest. Only for processors whose unread writes are left out.
extern const FlagThunk flag_thunk;

// Returns true if no flag depends on `words[word]` after this operation. Finds this out by calling
// VEX's function that computes the flags.
bool is_ignored(ULong operation, unsigned word);

} // namespace cg::vg
