// SPDX-License-Identifier: GPL-2.0-or-later
// Parses the numbers of lines of both file formats.
#pragma once

#include "model/fwd.hpp"
#include "text/scan.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace cg {

// Parses at most 18 digits, which fit in 64 bits. The first eight of them without a loop.
inline const char* parse_digits(const char* at, const char* end, std::uint64_t& number) {
    const char* const enough = end - at > 18 ? at + 18 : end;
    std::uint64_t n = 0;
    if (end - at >= 8) [[likely]] {
        const std::size_t length = digits::count_at(at);
        n = length == 0 ? 0 : digits::number_at(at, length);
        at += length;
        if (length < 8) [[likely]] {
            number = n;
            return at;
        }
    }
    for (; at != enough && is_digit(*at); ++at)
        n = n * 10 + static_cast<std::uint64_t>(*at - '0');
    number = n;
    return at;
}

// Returns true at a blank, or at the end of a line.
inline bool ends_word(const char* at, const char* end) {
    return at == end || is_blank(*at) || *at == '\n';
}

// Returns true for 0x and a digit.
inline bool is_hexadecimal(const char* at, const char* end) {
    return end - at > 2 && at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && at[2] != '-';
}

// Throws the ParseError that the word at `at`, a `what`, is too large.
[[noreturn]] void throw_too_large(const char* at, const char* end, const char* what);

// Parses a number without a sign, after blanks: for headers and trees. Throws ParseError with
// the message that `what` was expected.
const char* parse_unsigned(const char* at, const char* end, std::uint64_t& number,
                           const char* what);

enum class Radix {
    decimal,
    any, // hexadecimal after 0x, too
};

// Parses a number of this type at `at`, which is not the end. Throws ParseError if it is too large,
// or if no blank or end of the line follows: 1_0 and 1.5 are not numbers.
template <typename Number>
const char* parse_number(const char* at, const char* end, Number& number, const char* what,
                         Radix radix = Radix::decimal);

// Parses counts up to the end of the line, and returns the beginning of the next line. Does not
// change counts that the line omits, or that are ".", for events that cannot occur. Throws
// ParseError.
const char* parse_counts(const char* at, const char* end, std::span<Count> counts, Radix radix);

} // namespace cg
