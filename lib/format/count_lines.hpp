// SPDX-License-Identifier: GPL-2.0-or-later
// Lines of counts: the hot path of reading, in plain C++ below the grammar. Most bytes of a
// profile are these digits.
#pragma once

#include "model/cost_table_builder.hpp"

#include <charconv>
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

// The same for numbers of up to 18 digits without a sign, that is for almost all: from_chars
// looks for overflow at each digit.
template <typename Number, int safe_digits>
const char* parse_short_number(const char* at, const char* end, Number& number, const char* what) {
    const char* const begin = at;
    const char* const stop = end - at > safe_digits ? at + safe_digits : end;
    Number value = 0;
    while (at != stop && is_digit(*at))
        value = static_cast<Number>(value * 10 + static_cast<Number>(*at++ - '0'));
    if (at == begin || (at != end && *at != ' ' && *at != '\n'))
        return parse_number(begin, end, number, what);
    number = value;
    return at;
}

inline const char* parse_count(const char* at, const char* end, Count& count) {
    if (*at == '.' && (at + 1 == end || at[1] == '\n' || is_blank(at[1])))
        return at + 1; // older versions: a count that cannot occur
    return parse_short_number<Count, 18>(at, end, count, "a count");
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
        at = parse_short_number<Line, 9>(at, end, line, "a line number");
        at = parse_counts(at, end, rows.add_row(line));
    }
    return at;
}

} // namespace count_lines
} // namespace cg
