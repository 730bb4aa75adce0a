// SPDX-License-Identifier: GPL-2.0-or-later
// Masks of the bytes of a line.
#pragma once

#include "sim/host.hpp"

#include <stdint.h>

namespace cg::sim {

namespace detail {

template <bool has_bit_count>
[[gnu::always_inline]] inline unsigned bits_set(uint64_t n) {
#if defined(__x86_64__)
    if (has_bit_count || host_has_bit_count) [[likely]] {
        // The compiler may not use it, because older processors do not have it.
        __asm__("popcnt %0, %0" : "+r"(n));
        return static_cast<unsigned>(n);
    }
#endif
    n -= n >> 1 & 0x5555555555555555;
    n = (n & 0x3333333333333333) + (n >> 2 & 0x3333333333333333);
    n = (n + (n >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return static_cast<unsigned>(n * 0x0101010101010101 >> 56);
}

// By their number. (A table, because computing them takes four instructions.)
struct LowestBits {
    uint64_t of[65] = {};

    constexpr LowestBits() {
        for (unsigned count = 1; count <= 64; ++count)
            of[count] = ~uint64_t{0} >> (64 - count);
    }
};
inline constexpr LowestBits lowest_bits;

} // namespace detail

// Bit n of word n / 64 is byte n.
struct LineMask {
    uint64_t* words;
    unsigned bytes; // of the line, a power of two

    static constexpr unsigned words_for(unsigned bytes) { return bytes <= 64 ? 1 : bytes / 64; }
    // Returns a mask of the lowest `count` bits, from 1 to 64.
    [[gnu::always_inline]] static constexpr uint64_t lowest(unsigned count) {
        return detail::lowest_bits.of[count];
    }

    [[gnu::always_inline]] void clear() const {
        if (bytes <= 64) {
            words[0] = 0;
            return;
        }
        for (unsigned i = 0; i < words_for(bytes); ++i)
            words[i] = 0;
    }
    // Makes the mask that of these bytes only.
    [[gnu::always_inline]] void set(unsigned offset, unsigned length) const {
        if (bytes <= 64) {
            words[0] = lowest(length) << offset;
        } else {
            clear();
            add_to_words(offset, length);
        }
    }
    [[gnu::always_inline]] void add(unsigned offset, unsigned length) const {
        if (bytes <= 64) {
            words[0] |= lowest(length) << offset;
        } else {
            add_to_words(offset, length);
        }
    }
    // Adds the mask of a smaller or equal line, which begins at `offset`.
    [[gnu::always_inline]] void add(const LineMask& part, unsigned offset) const {
        if (part.bytes <= 64) {
            words[offset / 64] |= part.words[0] << offset % 64;
            return;
        }
        for (unsigned i = 0; i < words_for(part.bytes); ++i)
            words[offset / 64 + i] |= part.words[i];
    }
    // Adds the rest of each `granule` of bytes, a power of two, of which a byte is in the mask.
    void widen(unsigned granule) const {
        for (unsigned at = 0; at < bytes; at += granule) {
            bool any = false;
            for (unsigned i = at; i < at + granule; ++i)
                any |= (words[i / 64] >> i % 64 & 1) != 0;
            if (any)
                add(at, granule);
        }
    }
    template <bool has_bit_count = false>
    [[gnu::always_inline]] unsigned unused() const {
        if (bytes <= 64)
            return bytes - detail::bits_set<has_bit_count>(words[0]);
        unsigned used = 0;
        for (unsigned i = 0; i < words_for(bytes); ++i)
            used += detail::bits_set<has_bit_count>(words[i]);
        return bytes - used;
    }

  private:
    [[gnu::noinline]] void add_to_words(unsigned offset, unsigned length) const {
        while (length != 0) {
            const unsigned bit = offset % 64;
            const unsigned here = length < 64 - bit ? length : 64 - bit;
            words[offset / 64] |= lowest(here) << bit;
            offset += here;
            length -= here;
        }
    }
};

} // namespace cg::sim
