// SPDX-License-Identifier: GPL-2.0-or-later
// The lines of /tmp/perf-PID.map, in which programs that make code as they run tell its names:
//
//     START SIZE NAME
//
// Both numbers are hexadecimal. The name ends with the line, and may have blanks in it.
//
// Freestanding: includes only headers that the compiler itself provides.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace cg::reading {

// Code from `begin` on, at least one byte. The name is a part of the text that was read.
struct NamedCode {
    uint64_t begin;
    uint64_t length;
    const char* name;
    size_t name_length;
};

// Reads a number up to a blank, and moves `at` to after that. Returns false if there is none.
inline bool read_hexadecimal(const char*& at, const char* end, uint64_t& number) {
    if (end - at > 2 && at[0] == '0' && (at[1] == 'x' || at[1] == 'X'))
        at += 2;
    const char* const first = at;
    number = 0;
    for (; at != end && *at != ' ' && *at != '\t'; ++at) {
        const char c = *at;
        const int digit = c >= '0' && c <= '9'   ? c - '0'
                          : c >= 'a' && c <= 'f' ? c - 'a' + 10
                          : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                 : -1;
        if (digit < 0 || number >> 60 != 0)
            return false;
        number = number << 4 | static_cast<unsigned>(digit);
    }
    if (at == first || at == end)
        return false;
    ++at;
    return true;
}

// Reads a line without its newline. Returns false if it names no code. What follows a zero byte is
// not a part of the name.
inline bool read_perf_map_line(const char* line, const char* end, NamedCode& code) {
    const char* at = line;
    if (!read_hexadecimal(at, end, code.begin) || !read_hexadecimal(at, end, code.length) ||
        code.length == 0 || code.length - 1 > UINT64_MAX - code.begin) {
        return false;
    }
    code.name = at;
    while (at != end && *at != '\0')
        ++at;
    code.name_length = static_cast<size_t>(at - code.name);
    return code.name_length != 0;
}

} // namespace cg::reading
