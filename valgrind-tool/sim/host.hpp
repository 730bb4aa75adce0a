// SPDX-License-Identifier: GPL-2.0-or-later
// What the host's processor can do that the compiler may not assume.
#pragma once

namespace cg::sim {

// Whether an amd64 host has an instruction for the smaller ones of four pairs of words (PMINUD, of
// SSE4.1), and one that counts the bits that are set (POPCNT). Nearly all have both; the oldest,
// and some virtual ones, do not. To be set before caches are used. Code for common caches does not
// ask: it is used if Hierarchy::with_shape() found what it needs. Hosts of
// other kinds need neither.
#if defined(__x86_64__)
inline constinit bool host_has_minimum = false, host_has_bit_count = false;
#else
inline constinit bool host_has_minimum = true, host_has_bit_count = true;
#endif

} // namespace cg::sim
