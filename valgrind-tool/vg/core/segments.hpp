// SPDX-License-Identifier: GPL-2.0-or-later
// The mappings of the process, as the core keeps them.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// Calls visit(segment) for each mapping of these kinds (SkFileC, ...), in the order of addresses,
// until it returns true. Returns true if it did.
template <typename Visit>
bool any_segment(UInt kinds, const Visit& visit) {
    Addr first[1];
    const Int found = VG_(am_get_segment_starts)(kinds, first, 1);
    const Int count = found < 0 ? -found : found; // negative: there is no room for all
    auto* const starts = static_cast<Addr*>(
        VG_(malloc)("cachegrind.segments", static_cast<SizeT>(count + 1) * sizeof(Addr)));
    VG_(am_get_segment_starts)(kinds, starts, count + 1);
    bool is_found = false;
    for (Int i = 0; i < count && !is_found; ++i) {
        const NSegment* const segment = VG_(am_find_nsegment)(starts[i]);
        if (segment == nullptr)
            continue;
        const NSegment copy = *segment; // the core's own moves if a visit maps memory
        is_found = visit(copy);
    }
    VG_(free)(starts);
    return is_found;
}

} // namespace cg::vg
