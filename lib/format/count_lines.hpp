// SPDX-License-Identifier: GPL-2.0-or-later
// Lines of counts: the hot path of reading, in plain C++ below the grammar. Most bytes of a
// profile are these digits.
#pragma once

#include "model/cost_table_builder.hpp"

#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

namespace cg {

// What does not fit the grammar, and where.
struct Misfit {
    const char* place;
    std::string reason;
};

namespace count_lines {

inline bool is_digit(char c) {
    return static_cast<unsigned char>(c - '0') < 10;
}
// A CR only before the line's end, but to look for that costs more than it is worth.
inline bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

inline const char* skip_blanks(const char* at, const char* end) {
    while (at != end && is_blank(*at))
        ++at;
    return at;
}

// A number of the given type, whose first character is there. Behind it a blank or the line's
// end must stand, so that 1_0 or 1.5 is no number.
template <typename Number>
const char* parse_number(const char* at, const char* end, Number& number, const char* what) {
    const auto [behind, error] = std::from_chars(at, end, number);
    if (error == std::errc::result_out_of_range)
        throw Misfit{at, std::string(what) + " " + std::string(at, behind) + " is too large"};
    if (error != std::errc() || (behind != end && *behind != '\n' && !is_blank(*behind)))
        throw Misfit{at, std::string("expected ") + what};
    return behind;
}

// Up to 7 digits that stand in the 8 bytes at `at`, all at once: what a loop over digits costs is
// mostly the branch at its end, which no processor foresees. Returns how many digits there are;
// 8 stands for more than 7.
inline int digits_at(const char* at, std::uint64_t& value) {
    std::uint64_t bytes;
    std::memcpy(&bytes, at, sizeof bytes);
    std::uint64_t digits = bytes ^ 0x3030303030303030; // '0' to '9' become 0 to 9
    // the high bit of each byte that is above 9; carries only reach bytes behind the first such
    const std::uint64_t others = (digits | (digits + 0x7676767676767676)) & 0x8080808080808080;
    const int count = std::countr_zero(others) / 8;
    if (count == 0 || count == 8)
        return count;
    digits <<= 64 - 8 * count; // zeros in front of the first digit
    digits = (digits * (1 + (10 << 8)) >> 8) & 0x00ff00ff00ff00ff;    // pairs
    digits = (digits * (1 + (100 << 16)) >> 16) & 0x0000ffff0000ffff; // fours
    value = digits * (1 + (std::uint64_t{10000} << 32)) >> 32;
    return count;
}

// parse_number for the numbers that nearly all are: short ones without a sign.
template <typename Number>
const char* parse_short_number(const char* at, const char* end, Number& number, const char* what) {
    static_assert(std::endian::native == std::endian::little);
    std::uint64_t value = 0;
    const int count = end - at >= 8 ? digits_at(at, value) : 0;
    if (count == 0 || count == 8 || (at[count] != ' ' && at[count] != '\n'))
        return parse_number(at, end, number, what);
    number = static_cast<Number>(value);
    return at + count;
}

inline const char* parse_count(const char* at, const char* end, Count& count) {
    if (*at == '.' && (at + 1 == end || at[1] == '\n' || is_blank(at[1])))
        return at + 1; // older versions: a count that cannot occur
    return parse_short_number(at, end, count, "a count");
}

// Counts up to the end of the line, which is passed too. counts are zeros before.
inline const char* parse_counts(const char* at, const char* end, std::span<Count> counts) {
    auto next = counts.begin();
    for (;;) {
        at = skip_blanks(at, end);
        if (at == end)
            return at;
        if (*at == '\n')
            return at + 1;
        if (next == counts.end())
            throw Misfit{at, "more counts than events (" + std::to_string(counts.size()) + ")"};
        at = parse_count(at, end, *next++);
    }
}

// Lines of counts, as many as follow each other.
inline const char* parse_lines(const char* at, const char* end, CostTableBuilder& rows) {
    while (at != end && is_digit(*at)) {
        Line line = 0;
        at = parse_short_number(at, end, line, "a line number");
        at = parse_counts(at, end, rows.add_row(line));
    }
    return at;
}

} // namespace count_lines
} // namespace cg
