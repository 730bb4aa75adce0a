// SPDX-License-Identifier: GPL-2.0-or-later
// What the host's processor can do that the compiler may not assume.
#pragma once

namespace cg::sim {

// Whether the host has instructions that nearly all of its kind have, but not the oldest: on amd64,
// the smaller ones of four pairs of words (PMINUD, of SSE4.1) and the number of bits that are set
// (POPCNT), both of 2008. To be set before caches are used. Functions with the parameter
// `common_host` do not ask for it: Hierarchy::known_ways() has.
#if defined(__x86_64__)
inline constinit bool host_is_common = false;
#else
inline constinit bool host_is_common = true;
#endif

} // namespace cg::sim
