// SPDX-License-Identifier: GPL-2.0-or-later
// Scans the bytes of a file that is read: lines, blanks, digits.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#ifdef __SSE2__
#    include <emmintrin.h>
#endif

namespace cg {

// Lines of a file that is read: blanks, digits, and where a line ends. Inline, because readers call
// these for each number and each name.

inline bool is_digit(char c) {
    return static_cast<unsigned char>(c - '0') < 10;
}

// A CR is accepted anywhere between numbers: to check that the line ends there costs too much.
inline bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

inline const char* skip_blanks(const char* at, const char* end) {
    while (at != end && is_blank(*at))
        ++at;
    return at;
}

// Returns the rest of the line and moves `at` to the next one. Names are half of a profile's bytes:
// memchr finds their end faster than a loop over characters.
inline std::string_view take_line(const char*& at, const char* end, bool ends_in_cr_lf) {
    const char* const begin = at;
    const auto left = static_cast<std::size_t>(end - begin);
    const auto* const newline =
        left == 0 ? nullptr : static_cast<const char*>(std::memchr(begin, '\n', left));
    const char* line_end = newline != nullptr ? newline : end;
    at = newline != nullptr ? newline + 1 : end;
    if (ends_in_cr_lf && line_end != begin && line_end[-1] == '\r')
        --line_end;
    return {begin, static_cast<std::size_t>(line_end - begin)};
}

} // namespace cg

// Converts digits, eight bytes at once. A loop over digits spends most of its time on the
// unpredictable branch at its end.
namespace cg::digits {

inline constexpr std::uint64_t zeros = 0x3030303030303030; // '0' in each byte
inline constexpr std::uint64_t below = 100'000'000;        // numbers of eight digits

// Converts between the byte order of memory and little-endian: no instruction on most processors,
// one instruction on s390x.
template <std::endian order = std::endian::native>
constexpr std::uint64_t first_lowest(std::uint64_t bytes) {
    return order == std::endian::little ? bytes : __builtin_bswap64(bytes);
}

inline std::uint64_t load(const char* at) {
    std::uint64_t bytes;
    std::memcpy(&bytes, at, sizeof bytes);
    return first_lowest(bytes);
}

// Returns the number of `length` (1 to 8) digits at `at`. Reads 8 bytes.
inline std::uint64_t number_at(const char* at, std::size_t length) {
    std::uint64_t digits = load(at) ^ zeros;
    digits <<= (0 - 8 * length) & 63;                                 // zeros in front
    digits = (digits * (1 + (10 << 8)) >> 8) & 0x00ff00ff00ff00ff;    // pairs
    digits = (digits * (1 + (100 << 16)) >> 16) & 0x0000ffff0000ffff; // fours
    return digits * (1 + (std::uint64_t{10000} << 32)) >> 32;
}

// Returns the high bit of each of 8 bytes that is not a digit, and 0 for the other bits.
constexpr std::uint64_t high_bits_of_others(std::uint64_t bytes) {
    const std::uint64_t digits = bytes ^ zeros; // '0' to '9' become 0 to 9
    return (((digits & 0x7f7f7f7f7f7f7f7f) + 0x7676767676767676) | digits) & 0x8080808080808080;
}

// Returns how many of the 8 bytes at `at` are digits before the first other one.
inline std::size_t count_at(const char* at) {
    return static_cast<std::size_t>(std::countr_zero(high_bits_of_others(load(at)))) / 8;
}

// Returns a bit for each of 64 bytes, the lowest for the first: 1 if the byte is not a digit.
inline std::uint64_t others_among_64_portable(const char* at) {
    std::uint64_t others = 0;
#pragma GCC unroll 8
    for (std::size_t eight = 0; eight < 8; ++eight) {
        // collect the high bit of each byte in the highest byte
        const std::uint64_t gathered =
            (high_bits_of_others(load(at + 8 * eight)) >> 7) * 0x0102040810204080;
        others |= gathered >> 56 << (8 * eight);
    }
    return others;
}

inline std::uint64_t others_among_64(const char* at) {
#ifdef __SSE2__ // on all x86-64: saves a tenth of the time to parse a profile
    std::uint64_t digits = 0;
#    pragma GCC unroll 4
    for (int sixteen = 0; sixteen < 4; ++sixteen) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at) + sixteen);
        const __m128i above_0 = _mm_sub_epi8(bytes, _mm_set1_epi8('0'));
        const __m128i is_digit = _mm_cmpeq_epi8(_mm_min_epu8(above_0, _mm_set1_epi8(9)), above_0);
        const auto mask = static_cast<std::uint64_t>(_mm_movemask_epi8(is_digit));
        digits |= mask << (16 * sixteen);
    }
    return ~digits;
#else
    return others_among_64_portable(at);
#endif
}

// Writes a number below 100,000,000 to 8 bytes at `at`; returns how many of them it takes.
inline std::size_t write(char* at, std::uint64_t number) {
    // fours, then pairs, then digits; the first in the lowest byte. Each step puts the remainder
    // of n / d above the quotient q: q + ((n - q * d) << bits) takes one multiplication.
    const auto remainder_above = [](std::uint64_t n, std::uint64_t q, std::uint64_t d, int bits) {
        return (n << bits) - q * ((d << bits) - 1);
    };
    const std::uint64_t ten_thousands = static_cast<std::uint32_t>(number) / 10000;
    std::uint64_t digits = remainder_above(number, ten_thousands, 10000, 32);
    const std::uint64_t hundreds = (digits * 10486 >> 20) & 0x0000007f0000007f;
    digits = remainder_above(digits, hundreds, 100, 16);
    const std::uint64_t tens = (digits * 103 >> 10) & 0x000f000f000f000f;
    digits = remainder_above(digits, tens, 10, 8);
    // the last digit stays, if it is 0 too
    const unsigned in_front =
        static_cast<unsigned>(std::countr_zero(digits | std::uint64_t{1} << 56)) / 8;
    const std::uint64_t bytes = first_lowest((digits | zeros) >> (8 * in_front));
    std::memcpy(at, &bytes, sizeof bytes);
    return 8 - in_front;
}

} // namespace cg::digits
