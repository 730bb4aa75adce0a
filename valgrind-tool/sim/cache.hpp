// SPDX-License-Identifier: GPL-2.0-or-later
// The cache hierarchy: level 1 for instructions and for data, and a shared last level that is
// referenced with the same bytes after a miss in level 1.
#pragma once

#include "code_cache.hpp"
#include "data_cache.hpp"
#include "shared_cache.hpp"

namespace cg::sim {

// The levels at which a reference missed. A reference across two lines is one miss at a level
// if either line was not there.
struct Misses {
    bool level1;
    bool last_level;

    constexpr bool operator==(const Misses&) const = default;
};

// The sizes of references must be from 1 to the smallest line size of the three caches.
struct Hierarchy {
    CodeCache code;
    DataCache data;
    SharedCache last;

    // Fetches an instruction. Its first byte is in the line `first`, its last byte in
    // `last_line`, which may be the same. Uses the times `now` and `now + tick`.
    Misses fetch(CodeLine& first, CodeLine& last_line, Word address, Word size, Time now) {
        // The last level first: the host waits longest for it.
        const bool miss = first.absent != 0 || last_line.absent != 0;
        const bool last_miss = miss && last.reference(address, size);
        code.touch(first, now);
        if (&last_line != &first)
            code.touch(last_line, now + tick);
        return {miss, last_miss};
    }

    // The same for a line that is absent and within one of the last level.
    [[gnu::noinline]] Misses fetch_absent(CodeLine& line, Time now) {
        const bool last_miss = last.touch(last.block_of(code.address_of(line)));
        code.load(line, now);
        return {true, last_miss};
    }

    // Reads or writes, which are the same to the caches. Uses the times `now` and `now + tick`.
    // `ways` is known_ways(), or 0.
    template <uint32_t ways = 0>
    Misses reference(Word address, Word size, Time now) {
        if (data.hit<ways>(address, size, now)) [[likely]]
            return {false, false};
        return reference_by_set<ways>(address, size, now);
    }

    // The same for a reference that is not a DataCache::hit(). Not inline, where hits are more
    // frequent and their code should be short.
    template <uint32_t ways>
    [[gnu::noinline]] Misses reference_by_set(Word address, Word size, Time now) {
        const Word line = data.line_of<ways>(address);
        const Word upper = data.line_of<ways>(address + size - 1);
        if (upper != line) [[unlikely]] {
            if (!data.hit<ways>(line, 1, now))
                return reference_two<ways>(address, size, now);
            if (data.hit<ways>(upper, 1, now + tick))
                return {false, false};
            return reference_upper<ways>(address, size, now);
        }
        if (const uint32_t way = data.way_beside_slot<ways>(line); way != DataCache::none)
            [[unlikely]] {
            data.touch_beside<ways>(line, way, now);
            return {false, false};
        }
        const bool last_miss = last.reference(address, size);
        data.load<ways>(line, now);
        return {true, last_miss};
    }

    // What is left to do for most references that are not a DataCache::hit(): one line, which is in
    // one of the last level, and is not in level 1. Code that does this and returns is short and
    // calls no function. Sets `misses`. Returns false if it is, or may be, another case; then
    // nothing was done.
    template <uint32_t ways>
    [[gnu::always_inline]] bool simple_miss(Word address, Word size, Time now, Misses& misses) {
        if (!is_simple_miss<ways>(last, address, size)) [[unlikely]]
            return false;
        const Word line = data.line_of<ways>(address);
        const Word block = block_of<ways>(address);
        misses = {true, last.touch_narrow(block)};
        data.load<ways>(line, now);
        return true;
    }

    // `last_level` is that which is used, here or in UsedHierarchy.
    template <uint32_t ways>
    [[gnu::always_inline]] bool is_simple_miss(const auto& last_level, Word address,
                                               Word size) const {
        const Word last_byte = address + size - 1;
        const Word line = data.line_of<ways>(address);
        const Word block = block_of<ways>(address);
        // With known ways, lines of both levels have one size.
        const bool one_block = ways != 0 || block_of<ways>(last_byte) == block;
        return data.line_of<ways>(last_byte) == line && one_block &&
               !data.may_be_beside<ways>(line) && last_level.is_narrow(block);
    }

    // Returns the number of the line of the last level.
    template <uint32_t ways>
    Word block_of(Word address) const {
        return ways != 0 ? address >> AddressSplit::common_line_shift : last.block_of(address);
    }

    // Returns what the functions above have as `ways`, with the fold of slots (AddressSplit), or 0;
    // see with_known_ways().
    uint32_t known_ways() const {
        if (!host_has_minimum || !data.split().is_common() ||
            last.line_shift() != AddressSplit::common_line_shift)
            return 0;
        return AddressSplit::fixed(data.rows().ways, data.split().fold());
    }

  private:
    // What reference_by_set() does for a reference to two lines, of which only the lower one was a
    // DataCache::hit(), and has its stamp: vectorised code that reads a stream misses like this.
    template <uint32_t ways>
    [[gnu::always_inline]] Misses reference_upper(Word address, Word size, Time now) {
        const Word upper = data.line_of<ways>(address + size - 1);
        const Word block = block_of<ways>(upper);
        if (ways == 0 || data.may_be_beside<ways>(upper) || !last.is_narrow(block)) [[unlikely]]
            return reference_two<ways>(address, size, now);
        const bool lower_miss = last.touch_narrow(block - 1); // memory does not wrap around
        const bool upper_miss = last.touch_narrow(block);
        data.load<ways>(upper, now + tick);
        return {true, lower_miss || upper_miss};
    }

    template <uint32_t ways>
    [[gnu::noinline]] Misses reference_two(Word address, Word size, Time now) {
        const bool miss = data.reference<ways>(address, size, now);
        return {miss, miss && last.reference(address, size)};
    }
};

// Returns the result of `call.operator()<ways>()` with these known_ways() of caches, or with 0 if
// nothing is compiled for them.
template <typename Call>
auto with_known_ways(uint32_t known_ways, Call call) {
    using Split = AddressSplit;
    constexpr unsigned near = Split::near_fold, far = Split::far_fold;
    switch (known_ways) {
    case 8:
        return call.template operator()<8>();
    case 12:
        return call.template operator()<12>();
    case Split::fixed(8, near):
        return call.template operator()<Split::fixed(8, near)>();
    case Split::fixed(12, near):
        return call.template operator()<Split::fixed(12, near)>();
    case Split::fixed(8, far):
        return call.template operator()<Split::fixed(8, far)>();
    case Split::fixed(12, far):
        return call.template operator()<Split::fixed(12, far)>();
    default:
        return call.template operator()<0>();
    }
}

} // namespace cg::sim
