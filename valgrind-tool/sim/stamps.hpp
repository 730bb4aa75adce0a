// SPDX-License-Identifier: GPL-2.0-or-later
// Operations on the time stamps of the ways of a set.
#pragma once

#include "word.hpp"

namespace cg::sim {

namespace detail {

inline constexpr unsigned index_bits = 5;

// Returns the smallest of stamp * 32 + index, computed as a tree of conditional moves. There
// is no branch, because the index of the oldest line cannot be predicted.
template <uint32_t first, uint32_t count>
inline uint64_t smallest_key(const Word* stamps) {
    if constexpr (count == 1) {
        return uint64_t{stamps[first]} << index_bits | first;
    } else {
        const uint64_t a = smallest_key<first, count / 2>(stamps);
        const uint64_t b = smallest_key<first + count / 2, count - count / 2>(stamps);
        uint64_t smaller = a < b ? a : b;
        // Without this GCC turns the tree into a chain, whose latency is longer.
        __asm__("" : "+r"(smaller));
        return smaller;
    }
}

} // namespace detail

// Returns the index of the smallest stamp; of equal ones, the first.
template <uint32_t ways>
inline uint32_t oldest_of(const Word* stamps) {
    static_assert(ways <= 1u << detail::index_bits);
    return static_cast<uint32_t>(detail::smallest_key<0, ways>(stamps)) &
           ((1u << detail::index_bits) - 1);
}

// The same for an associativity that is not known at compile time. Those of common level-1
// caches use the faster function.
inline uint32_t oldest_of(const Word* stamps, uint32_t ways) {
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

// Replaces each stamp by its rank: 0 for the oldest. Stamps must be below top_bit.
inline void rank_stamps(Word* stamps, uint32_t ways) {
    for (uint32_t rank = 0; rank < ways; ++rank) {
        Word* next = nullptr;
        for (uint32_t way = 0; way < ways; ++way) {
            if ((stamps[way] & top_bit) != 0)
                continue; // ranked
            if (next == nullptr || stamps[way] < *next)
                next = &stamps[way];
        }
        *next = top_bit | rank;
    }
    for (uint32_t way = 0; way < ways; ++way)
        stamps[way] &= ~top_bit;
}

} // namespace cg::sim
