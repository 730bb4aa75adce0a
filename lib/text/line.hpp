// SPDX-License-Identifier: GPL-2.0-or-later
// Lines of a file that is read: blanks, digits, and where a line ends. Inline, because readers call
// these for each number and each name.
#pragma once

#include <cstddef>
#include <cstring>
#include <string_view>

namespace cg {

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
