// SPDX-License-Identifier: GPL-2.0-or-later
// What this machine can do.
#pragma once

namespace cg::sim {

// Returns true if it has the instruction of host_has_minimum.
inline bool has_minimum() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("sse4.1") != 0;
#else
    return false;
#endif
}

// The same for that of host_has_bit_count.
inline bool has_bit_count() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("popcnt") != 0;
#else
    return false;
#endif
}

} // namespace cg::sim
