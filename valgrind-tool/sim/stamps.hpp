// SPDX-License-Identifier: GPL-2.0-or-later
// Operations on the time stamps of the ways of a set.
#pragma once

#if defined(__x86_64__)
#    include <cpuid.h>
#endif

#include "word.hpp"

namespace cg::sim {

// The stamps of a level-1 cache. The stamps of a set are adjacent, so that the oldest is found
// quickly.
struct StampRows {
    uint32_t sets = 0;
    uint32_t ways = 0;
    uint32_t length =
        0; // from a set to the next one; not all of it is used if it is more than `ways`

    constexpr uint32_t count() const { return sets * length; }
    // One more, the ignored stamp, is before them.
    constexpr size_t bytes() const { return (size_t{count()} + 1) * sizeof(Time); }
};

// Returns whether the host has an instruction for the smaller ones of four pairs of numbers, which
// amd64 has since SSE4.1. Takes long, because a virtual machine may be asked for it.
inline bool host_has_minimum() {
#if defined(__x86_64__)
    unsigned a = 0, b = 0, features = 0, d = 0;
    return __get_cpuid(1, &a, &b, &features, &d) != 0 && (features & bit_SSE4_1) != 0;
#else
    return true;
#endif
}

namespace detail {

// Signed, since SSE2 does not compare unsigned numbers.
template <bool has_minimum>
inline FourWords smaller_of(FourWords a, FourWords b) {
#if defined(__x86_64__)
    if constexpr (has_minimum) { // one instruction in place of four
        asm("pminsd %1, %0" : "+x"(a) : "x"(b));
        return a;
    }
#endif
    return a < b ? a : b;
}

// Returns four stamps with their indexes, which are the bits under a time.
inline FourWords keys_at(const Time* stamps, uint32_t i) {
    return four_at(stamps, i) | (FourWords{0, 1, 2, 3} + static_cast<int32_t>(i));
}

} // namespace detail

// Returns the index of the smallest stamp; of equal ones, the first. There is no branch, because
// the index of the oldest line cannot be predicted. `has_minimum`: what host_has_minimum()
// returns, or false.
template <uint32_t ways, bool has_minimum = false>
[[gnu::always_inline]] inline uint32_t oldest_of(const Time* stamps) {
    static_assert(ways % 4 == 0 && ways <= tick);
    using namespace detail;
    FourWords smallest = keys_at(stamps, 0);
#pragma GCC unroll 4
    for (uint32_t i = 4; i < ways; i += 4)
        smallest = smaller_of<has_minimum>(smallest, keys_at(stamps, i));
    smallest =
        smaller_of<has_minimum>(smallest, __builtin_shuffle(smallest, FourWords{2, 3, 0, 1}));
    smallest =
        smaller_of<has_minimum>(smallest, __builtin_shuffle(smallest, FourWords{1, 0, 3, 2}));
    return static_cast<uint32_t>(smallest[0]) & (tick - 1);
}

// As oldest_of() for an associativity that is not known at compile time. Those of common level-1
// caches use the faster function.
inline uint32_t oldest_of(const Time* stamps, uint32_t ways) {
    switch (ways) {
    case 4:
        return oldest_of<4>(stamps);
    case 8:
        return oldest_of<8>(stamps);
    case 12:
        return oldest_of<12>(stamps);
    case 16:
        return oldest_of<16>(stamps);
    default:
        break;
    }
    uint32_t oldest = 0;
    for (uint32_t way = 1; way < ways; ++way) {
        if (stamps[way] < stamps[oldest])
            oldest = way;
    }
    return oldest;
}

// Replaces each stamp by its rank: 0 for the oldest, then `tick`, and so on. Returns the time after
// all of them.
inline Time rank_stamps(Time* stamps, const StampRows& rows) {
    constexpr Time ranked = 1; // a bit that no time has
    for (uint32_t set = 0; set < rows.sets; ++set, stamps += rows.length) {
        for (uint32_t rank = 0; rank < rows.ways; ++rank) {
            Time* next = nullptr;
            for (uint32_t way = 0; way < rows.ways; ++way) {
                if ((stamps[way] & ranked) == 0 && (next == nullptr || stamps[way] < *next))
                    next = &stamps[way];
            }
            *next = ranked | rank * tick;
        }
        for (uint32_t way = 0; way < rows.ways; ++way)
            stamps[way] &= ~ranked;
    }
    return rows.ways * tick;
}

} // namespace cg::sim
