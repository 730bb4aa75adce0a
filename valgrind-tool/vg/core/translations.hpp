// SPDX-License-Identifier: GPL-2.0-or-later
// Discards translations, between superblocks.
#pragma once

#include "vg/core/internals.hpp"

namespace cg::vg {

// Discards translations. The core allows this in a client request only, and asserts a flag that it
// sets there. It is as safe between superblocks (hot_code.cpp), so the flag is set here.
inline void discard_translations(Addr start, SizeT length) {
    const bool flagged = &VG_(ok_to_discard_translations) != nullptr;
    const Bool before = flagged ? VG_(ok_to_discard_translations) : False;
    if (flagged)
        VG_(ok_to_discard_translations) = True;
    VG_(discard_translations_safely)(start, length, "cachegrind");
    if (flagged)
        VG_(ok_to_discard_translations) = before;
}
inline void discard_all_translations() {
    discard_translations(0x1000, ~SizeT{0xfff});
}

} // namespace cg::vg
