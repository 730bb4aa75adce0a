// SPDX-License-Identifier: GPL-2.0-or-later
// The check sum Adler-32 (RFC 1950).
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "little_endian.hpp"

namespace cg::reading {

inline uint32_t adler32(const uint8_t* bytes, size_t count) {
    constexpr uint32_t modulus = 65521;
    constexpr size_t at_once = 5552; // so that the sums do not overflow
    // Every second byte of a word, as four numbers of 16 bits. A product with one of the other
    // constants has the sum of all four, times their weights, in its highest 16 bits.
    constexpr uint64_t every_second = 0x00ff'00ff'00ff'00ff, once = 0x0001'0001'0001'0001;
    constexpr uint64_t even_weights = 0x0008'0006'0004'0002, odd_weights = 0x0007'0005'0003'0001;
    constexpr unsigned to_highest = 48;
    uint32_t a = 1, b = 0;
    while (count > 0) {
        size_t n = count < at_once ? count : at_once;
        count -= n;
        for (; n >= sizeof(uint64_t); n -= sizeof(uint64_t), bytes += sizeof(uint64_t)) {
            const uint64_t word = load_word(bytes);
            const uint64_t even = word & every_second, odd = word >> 8 & every_second;
            b += 8 * a + static_cast<uint32_t>((even * even_weights >> to_highest) +
                                               (odd * odd_weights >> to_highest));
            a += static_cast<uint32_t>((even + odd) * once >> to_highest);
        }
        for (; n > 0; --n) {
            a += *bytes++;
            b += a;
        }
        a %= modulus;
        b %= modulus;
    }
    return b << 16 | a;
}

} // namespace cg::reading
