// SPDX-License-Identifier: GPL-2.0-or-later
// The type of addresses and of level-1 time stamps.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace cg::sim {

// As wide as an address of the simulated program, because generated code uses it: 64 bits on
// amd64, 32 on x86.
using Word = uintptr_t;

inline constexpr Word top_bit = Word{1} << (sizeof(Word) * 8 - 1);

// At this time the caches must be restamped. A 64-bit clock never reaches it.
inline constexpr Word last_stamp = top_bit / 2;

// The result of a reference to one line.
struct Touched {
    bool miss;
    uint32_t way; // where the line is now: the number of the way among those of all sets
};

} // namespace cg::sim
