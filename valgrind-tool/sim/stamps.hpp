// SPDX-License-Identifier: GPL-2.0-or-later
// Operations on the time stamps of the ways of a set.
#pragma once

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

namespace detail {

// Returns the smallest of stamp | index, computed as a tree of conditional moves. There
// is no branch, because the index of the oldest line cannot be predicted.
template <uint32_t first, uint32_t count>
[[gnu::always_inline]] inline Time smallest_key(const Time* stamps) {
    if constexpr (count == 1) {
        return stamps[first] | first;
    } else {
        const Time a = smallest_key<first, count / 2>(stamps);
        const Time b = smallest_key<first + count / 2, count - count / 2>(stamps);
        Time smaller = a < b ? a : b;
        // Without this GCC turns the tree into a chain, whose latency is longer.
        __asm__("" : "+r"(smaller));
        return smaller;
    }
}

} // namespace detail

// Returns the index of the smallest stamp; of equal ones, the first.
template <uint32_t ways>
[[gnu::always_inline]] inline uint32_t oldest_of(const Time* stamps) {
    static_assert(ways <= tick);
    return detail::smallest_key<0, ways>(stamps) & (tick - 1);
}

// As oldest_of() for an associativity that is not known at compile time. Those of common level-1
// caches use the faster function.
inline uint32_t oldest_of(const Time* stamps, uint32_t ways) {
    switch (ways) {
    case 1:
        return 0;
    case 2:
        return oldest_of<2>(stamps);
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
