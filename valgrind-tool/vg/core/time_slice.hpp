// SPDX-License-Identifier: GPL-2.0-or-later
// How much of the program runs between two calls of the tool: before_client_code() and
// after_client_code(). In between, stacks of calls grow and the clock of the caches advances
// without a test for their ends.
#pragma once

#include <stddef.h>

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// The most superblocks of a slice: the core's own number, unless --scheduling-quantum (3.24 and
// newer) says another. The tool keeps to it whatever the core does.
inline constexpr UInt max_blocks_of_slice = 100'000;

// Each superblock counts down a number among the guest's registers, which the core has set, and
// leaves generated code when it was 0: then another thread may run. Makes that number `most` if it
// is greater, and returns by how much. To be called in before_client_code(). For the core, the
// slice is as long as before, and what was taken away has run.
inline UInt shorten_slice(ThreadId thread, UInt most) {
    constexpr auto place = static_cast<PtrdiffT>(offsetof(VexGuestArchState, host_EvC_COUNTER));
    decltype(VexGuestArchState::host_EvC_COUNTER) left = 0;
    VG_(get_shadow_regs_area)(thread, reinterpret_cast<UChar*>(&left), 0, place, sizeof left);
    if (left <= most)
        return 0;
    const UInt taken = left - most;
    left = most;
    VG_(set_shadow_regs_area)(thread, 0, place, sizeof left, reinterpret_cast<const UChar*>(&left));
    return taken;
}

} // namespace cg::vg
