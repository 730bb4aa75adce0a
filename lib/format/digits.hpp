// SPDX-License-Identifier: GPL-2.0-or-later
// Digits, eight bytes at once: what a loop over digits costs is mostly the branch at its end,
// which no processor foresees.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace cg::digits {

static_assert(std::endian::native == std::endian::little, "the first byte is the lowest");

inline constexpr std::uint64_t zeros = 0x3030303030303030; // '0' in each byte
inline constexpr std::uint64_t below = 100'000'000;        // what eight digits can say

inline std::uint64_t load(const char* at) {
    std::uint64_t bytes;
    std::memcpy(&bytes, at, sizeof bytes);
    return bytes;
}

// The number whose length (1 to 8) digits stand at `at`; of others, anything. Reads 8 bytes.
inline std::uint64_t number_at(const char* at, std::size_t length) {
    std::uint64_t digits = load(at) ^ zeros;
    digits <<= (64 - 8 * length) & 63;                                // zeros in front
    digits = (digits * (1 + (10 << 8)) >> 8) & 0x00ff00ff00ff00ff;    // pairs
    digits = (digits * (1 + (100 << 16)) >> 16) & 0x0000ffff0000ffff; // fours
    return digits * (1 + (std::uint64_t{10000} << 32)) >> 32;
}

// A bit for each of 64 bytes, the first the lowest: whether it is no digit.
inline std::uint64_t others_among_64(const char* at) {
    std::uint64_t others = 0;
#pragma GCC unroll 8
    for (std::size_t eight = 0; eight < 8; ++eight) {
        const std::uint64_t digits = load(at + 8 * eight) ^ zeros; // '0' to '9' become 0 to 9
        const std::uint64_t above_9 = ((digits & 0x7f7f7f7f7f7f7f7f) + 0x7676767676767676) | digits;
        // the high bit of each byte, brought together in the highest byte
        const std::uint64_t gathered = ((above_9 >> 7) & 0x0101010101010101) * 0x0102040810204080;
        others |= gathered >> 56 << (8 * eight);
    }
    return others;
}

// Writes a number below 100,000,000 to 8 bytes at `at`; returns how many of them it takes.
inline std::size_t write(char* at, std::uint64_t number) {
    // fours, then pairs, then digits; the first in the lowest byte
    std::uint64_t digits = number / 10000 | (number % 10000) << 32;
    const std::uint64_t hundreds = (digits * 10486 >> 20) & 0x0000007f0000007f;
    digits = hundreds | (digits - 100 * hundreds) << 16;
    const std::uint64_t tens = (digits * 103 >> 10) & 0x000f000f000f000f;
    digits = tens | (digits - 10 * tens) << 8;
    // the last digit stays, if it is 0 too
    const int in_front = std::countr_zero(digits | std::uint64_t{1} << 56) / 8;
    const std::uint64_t bytes = (digits | zeros) >> (8 * in_front);
    std::memcpy(at, &bytes, sizeof bytes);
    return static_cast<std::size_t>(8 - in_front);
}

} // namespace cg::digits
