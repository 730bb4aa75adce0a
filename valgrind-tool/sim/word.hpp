// SPDX-License-Identifier: GPL-2.0-or-later
// The types of addresses and of level-1 time stamps, and what is done with words.
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

// From this time on the caches must be restamped. What runs until the next check must fit into the
// rest of the clock, until end_of_time: thirty million references.
inline constexpr Time last_time = Time{1} << 30;
// Times are less, so that they may be compared as signed numbers, too.
inline constexpr Time end_of_time = Time{1} << 31;

// Four words of 32 bits in a row, which need not be aligned. GCC makes vector instructions of it,
// or plain ones if the processor has none.
using FourWords [[gnu::vector_size(16), gnu::aligned(4), gnu::may_alias]] = int32_t;

inline FourWords& four_at(uint32_t* words, uint32_t i) {
    return *reinterpret_cast<FourWords*>(words + i);
}
inline const FourWords& four_at(const uint32_t* words, uint32_t i) {
    return *reinterpret_cast<const FourWords*>(words + i);
}

// The compiler's own function would be a call: not every amd64 has the instruction.
[[gnu::always_inline]] inline unsigned bits_set(uint64_t n) {
    n -= n >> 1 & 0x5555555555555555;
    n = (n & 0x3333333333333333) + (n >> 2 & 0x3333333333333333);
    n = (n + (n >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return static_cast<unsigned>(n * 0x0101010101010101 >> 56);
}

// The result of a reference to one line.
struct Touched {
    bool miss;
    uint32_t way;      // that holds the line now: its number among the ways of all sets
    Time replaced = 0; // after a miss: when the line that left was last used. 0: there was none
};

} // namespace cg::sim
