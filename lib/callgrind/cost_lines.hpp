// SPDX-License-Identifier: GPL-2.0-or-later
// Lines of costs in Callgrind's format: positions, absolute or relative to those of the line
// before, then counts.
#pragma once

#include "model/count.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace cg {

class CostLineParser {
  public:
    static constexpr std::size_t max_positions = 3; // instr, bb, line

    // What positions: says. line: which of them is the line, or none.
    void set_positions(std::size_t count, std::size_t line) {
        position_count_ = count;
        line_ = line;
    }
    static bool begins(char first) {
        return static_cast<unsigned char>(first - '0') < 10 || first == '+' || first == '-' ||
               first == '*';
    }

    // Parses a line, fills in the counts that it has, and returns where the next one begins.
    // Throws ParseError.
    const char* parse(const char* at, const char* end, std::span<Count> counts);
    // The line of source of what was parsed last; 0 without such a position.
    std::uint32_t line() const {
        return line_ < position_count_ ? static_cast<std::uint32_t>(last_[line_]) : 0;
    }
    // The positions of a jump or of what is called: relative as well, but nothing is relative to
    // them. They may be followed by white space.
    struct Target {
        const char* next;
        std::uint32_t line;
    };
    Target parse_target(const char* at, const char* end) const;

  private:
    using Positions = std::array<std::uint64_t, max_positions>;
    const char* parse_positions(const char* at, const char* end, Positions& positions) const;

    std::size_t position_count_ = 1;
    std::size_t line_ = 0;
    Positions last_{};
};

// A number without a sign, of blanks in front: for headers and trees. Throws ParseError, which
// says that `what` was expected.
const char* parse_unsigned(const char* at, const char* end, std::uint64_t& number,
                           const char* what);

// Counts up to the end of the line; those that it has not stay as they are. Throws ParseError.
const char* parse_cost_counts(const char* at, const char* end, std::span<Count> counts);

} // namespace cg
