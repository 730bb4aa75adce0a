// SPDX-License-Identifier: GPL-2.0-or-later
#include "lines/numbers.hpp"

#include "error/error.hpp"
#include "model/count.hpp"
#include "text/escaping.hpp"

#include <charconv>
#include <string>

namespace cg {

void throw_too_large(const char* at, const char* end, const char* what) {
    const char* last = at;
    while (last != end && !is_blank(*last) && *last != '\n')
        ++last;
    throw ParseError{at, std::string(what) + " " + text_for(EscapingContext::message, {at, last}) +
                             " is too large"};
}

template <typename Number>
const char* parse_number(const char* at, const char* end, Number& number, const char* what,
                         Radix radix) {
    const bool has_prefix = radix == Radix::any && is_hexadecimal(at, end);
    const auto [next, error] =
        std::from_chars(at + (has_prefix ? 2 : 0), end, number, has_prefix ? 16 : 10);
    if (error == std::errc::result_out_of_range)
        throw_too_large(at, end, what);
    if (error != std::errc() || (next != end && !is_blank(*next) && *next != '\n'))
        throw ParseError{at, std::string("expected ") + what};
    return next;
}

template const char* parse_number(const char*, const char*, Line&, const char*, Radix);

const char* parse_unsigned(const char* at, const char* end, std::uint64_t& number,
                           const char* what) {
    at = skip_blanks(at, end);
    const char* const next = parse_digits(at, end, number);
    if (next == at || next - at == 18 || (next != end && !is_blank(*next) && *next != '\n'))
        return parse_number(at, end, number, what, Radix::any);
    return next;
}

const char* parse_counts(const char* at, const char* end, std::span<Count> counts, Radix radix) {
    auto next = counts.begin();
    for (;;) {
        at = skip_blanks(at, end);
        if (at == end)
            return at;
        if (*at == '\n')
            return at + 1;
        if (next == counts.end())
            throw ParseError{at, "more counts than events (" + std::to_string(counts.size()) + ")"};
        const bool is_dot = *at == '.' && (at + 1 == end || at[1] == '\n' || is_blank(at[1]));
        at = is_dot ? at + 1 : parse_number(at, end, *next, "a count", radix);
        ++next;
    }
}

} // namespace cg
