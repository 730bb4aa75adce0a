// SPDX-License-Identifier: GPL-2.0-or-later
// The geometry of a cache: its size, associativity and line size.
//
// Freestanding: includes only headers that the compiler itself provides.
#pragma once

#include <stdint.h>

namespace cg::sim {

// Sizes are in bytes. Options and reports write it as 32768,8,64.
struct Geometry {
    uint32_t size = 0;
    uint32_t associativity = 0;
    uint32_t line_size = 0;

    constexpr uint32_t sets() const { return size / line_size / associativity; }
    constexpr unsigned line_shift() const {
        return static_cast<unsigned>(__builtin_ctz(line_size));
    }
    constexpr bool operator==(const Geometry&) const = default;
};

// How many caches of a level there may be beside that of the hierarchy.
inline constexpr unsigned max_other_caches = 8;

enum class GeometryFault {
    none,
    syntax,         // not three numbers separated by commas
    overflow,       // a number that does not fit an int
    zero,           // associativity or line size is 0
    set_count,      // the number of sets is 0 or not a power of two
    line_power,     // the line size is not a power of two
    line_too_small, // under 16 bytes: an instruction could touch three lines
    size_not_above_line,
    too_associative, // more ways than there are lines
};

// By GeometryFault, without full stop or newline. The words are those of Valgrind's own tool.
inline constexpr const char* geometry_messages[] = {
    "",
    "expected <size>,<associativity>,<line size>",
    "One of the cache parameters was too large and overflowed",
    "Cache associativity and line size must not be zero",
    "Cache set count is not a power of two",
    "Cache line size is not a power of two",
    "Cache line size is too small",
    "Cache size <= line size",
    "Cache associativity > (size / line size)",
};

// Returns the message for the user.
constexpr const char* describe(GeometryFault fault) {
    return geometry_messages[static_cast<unsigned>(fault)];
}

constexpr bool is_power_of_two(uint32_t n) {
    return n != 0 && (n & (n - 1)) == 0;
}

inline constexpr uint32_t smallest_line = 16;

// Finds the first fault, in the order in which Valgrind's own tool reports them.
constexpr GeometryFault validate(const Geometry& g) {
    if (g.line_size == 0 || g.associativity == 0)
        return GeometryFault::zero;
    // Valgrind's tool also rejects a size that leaves a remainder, such as 32769,8,64.
    const uint64_t set_size = uint64_t{g.line_size} * g.associativity;
    if (!is_power_of_two(g.sets()) || g.size % set_size != 0)
        return GeometryFault::set_count;
    if (!is_power_of_two(g.line_size))
        return GeometryFault::line_power;
    if (g.line_size < smallest_line)
        return GeometryFault::line_too_small;
    if (g.size <= g.line_size)
        return GeometryFault::size_not_above_line;
    if (g.associativity > g.size / g.line_size)
        return GeometryFault::too_associative;
    return GeometryFault::none;
}

// Parses "size,associativity,line size", three decimal numbers without spaces, and validates
// them. Sets `out` only if it returns `none`.
constexpr GeometryFault parse(const char* text, Geometry& out) {
    uint32_t numbers[3] = {};
    bool overflow = false;
    for (int i = 0; i < 3; ++i) {
        if (*text < '0' || *text > '9')
            return GeometryFault::syntax;
        uint64_t n = 0;
        for (; *text >= '0' && *text <= '9'; ++text) {
            if (n <= INT32_MAX)
                n = n * 10 + static_cast<uint64_t>(*text - '0');
        }
        overflow |= n > INT32_MAX;
        numbers[i] = static_cast<uint32_t>(n);
        if (*text++ != (i < 2 ? ',' : '\0'))
            return GeometryFault::syntax;
    }
    if (overflow)
        return GeometryFault::overflow;
    const Geometry g{numbers[0], numbers[1], numbers[2]};
    const GeometryFault fault = validate(g);
    if (fault == GeometryFault::none)
        out = g;
    return fault;
}

// Changes the geometry of a last-level cache so that the number of sets is a power of two,
// because the simulator chooses a set by masking. Processors report, for example, 24,576
// sets, in slices. The number of sets is reduced to the next lower power of two, and the
// associativity raised in proportion (rounded half up), which keeps the capacity. Other
// geometries are returned unchanged.
constexpr Geometry fit_last_level(const Geometry& reported) {
    const uint32_t sets = reported.sets();
    if (sets == 0 || is_power_of_two(sets))
        return reported;
    uint32_t fewer = 1;
    while (fewer <= sets / 2)
        fewer *= 2;
    const uint64_t twice = 2 * static_cast<uint64_t>(sets) * reported.associativity;
    const auto ways = static_cast<uint32_t>((twice + fewer) / (2 * static_cast<uint64_t>(fewer)));
    return {reported.line_size * fewer * ways, ways, reported.line_size};
}

} // namespace cg::sim
