// SPDX-License-Identifier: GPL-2.0-or-later
// The cache hierarchy: level 1 for instructions and for data, and a shared last
// level that is looked up with the same bytes when level 1 missed.
#pragma once

#include "code_cache.hpp"
#include "data_cache.hpp"
#include "shared_cache.hpp"

namespace cg::sim {

// What a reference met. A reference across two lines is one miss at a level if
// either line was missing there.
struct Misses {
    bool level1;
    bool last_level;

    constexpr bool operator==(const Misses&) const = default;
};

// Sizes are at least 1 and at most the smallest line size of the three.
struct Hierarchy {
    CodeCache code;
    DataCache data;
    SharedCache last;

    // An instruction's bytes, which lie in `first`, or in `first` and `last_line`
    // if they run across (the two may be the same). Takes the times `now` and
    // `now + 1`.
    Misses fetch(CodeLine& first, CodeLine& last_line, Word address, Word size, Word now) {
        bool miss = code.touch(first, now);
        if (&last_line != &first)
            miss |= code.touch(last_line, now + 1);
        return {miss, miss && last.reference(address, size)};
    }

    // A read or a write: the caches do not tell them apart. Takes the times
    // `now` and `now + 1`. `ways` as DataCache::reference() takes it.
    template <uint32_t ways = 0>
    Misses reference(Word address, Word size, Word now) {
        const bool miss = data.reference<ways>(address, size, now);
        return {miss, miss && last.reference(address, size)};
    }
};

} // namespace cg::sim
