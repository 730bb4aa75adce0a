// SPDX-License-Identifier: GPL-2.0-or-later
// The time stamps of a set's ways: which is the oldest, and making them small.
#pragma once

#include "word.hpp"

namespace cg::sim {

namespace detail {

// With a fixed number of ways the compiler unrolls the search; comparing in
// pairs, as in a tournament, keeps it from being one long chain.
template <uint32_t ways>
constexpr uint32_t oldest_of(const Word* stamps) {
    uint32_t best[ways / 2 + ways % 2];
    for (uint32_t i = 0; i < ways / 2; ++i) {
        best[i] = stamps[2 * i + 1] < stamps[2 * i] ? 2 * i + 1 : 2 * i;
    }
    if constexpr (ways % 2 == 1)
        best[ways / 2] = ways - 1;
    uint32_t oldest = best[0];
    for (uint32_t i = 1; i < ways / 2 + ways % 2; ++i) {
        oldest = stamps[best[i]] < stamps[oldest] ? best[i] : oldest;
    }
    return oldest;
}

} // namespace detail

/// Index of the smallest stamp, the first of equal ones. The associativities that
/// level-1 caches have are made for speed.
inline uint32_t oldest_of(const Word* stamps, uint32_t ways) {
    switch (ways) {
    case 1:
        return 0;
    case 2:
        return detail::oldest_of<2>(stamps);
    case 4:
        return detail::oldest_of<4>(stamps);
    case 8:
        return detail::oldest_of<8>(stamps);
    case 12:
        return detail::oldest_of<12>(stamps);
    case 16:
        return detail::oldest_of<16>(stamps);
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

/// Replaces each stamp by its rank among them, 0 for the oldest. Stamps must be
/// below top_bit.
inline void rank_stamps(Word* stamps, uint32_t ways) {
    for (uint32_t rank = 0; rank < ways; ++rank) {
        Word* next = nullptr;
        for (uint32_t way = 0; way < ways; ++way) {
            if ((stamps[way] & top_bit) != 0)
                continue; // has its rank
            if (next == nullptr || stamps[way] < *next)
                next = &stamps[way];
        }
        *next = top_bit | rank;
    }
    for (uint32_t way = 0; way < ways; ++way)
        stamps[way] &= ~top_bit;
}

} // namespace cg::sim
