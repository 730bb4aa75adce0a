// SPDX-License-Identifier: GPL-2.0-or-later
// The types of addresses and of level-1 time stamps.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace cg::sim {

// As wide as an address of the simulated program, because generated code uses it: 64 bits on
// amd64, 32 on x86.
using Word = uintptr_t;

// The time of the last reference to a line of level 1: a multiple of `tick`, so that the number of
// a way fits below it.
using Time = uint32_t;
inline constexpr Time tick = 16;

// From this time on the caches must be restamped. The range until the next check must fit into
// the rest of the clock, which is enough for a hundred million references.
inline constexpr Time last_time = Time{1} << 30;

// The result of a reference to one line.
struct Touched {
    bool miss;
    uint32_t way; // that holds the line now: its number among the ways of all sets
};

} // namespace cg::sim
