// SPDX-License-Identifier: GPL-2.0-or-later
// Parses cost lines of Callgrind's format: positions, absolute or relative to those of the previous
// line, then counts.
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

    // Sets the number of positions, and the index of the line number among them (`count` or more:
    // none).
    void set_positions(std::size_t count, std::size_t line) {
        position_count_ = count;
        line_ = line;
    }
    static bool begins(char first) {
        return static_cast<unsigned char>(first - '0') < 10 || first == '+' || first == '-' ||
               first == '*';
    }

    // Parses the positions at the beginning of a line and returns where its counts begin
    // (parse_cost_counts). Throws ParseError.
    const char* parse_place(const char* at, const char* end);
    // Returns the source line of the place parsed last; 0 if there is no such position.
    std::uint32_t line() const {
        return line_ < position_count_ ? static_cast<std::uint32_t>(last_[line_]) : 0;
    }
    // Parses the positions after calls=, up to the end of the line, and returns this end. They are
    // only shown, and many writers have none, too many, or a cost instead: a line that is missing
    // or too large is 0. Throws ParseError if they are no numbers.
    const char* parse_callee(const char* at, const char* end, std::uint32_t& line) const;
    // Makes the next positions relative to 0.
    void begin_part() { last_ = {}; }
    // The positions of a jump. They are relative to the previous line, and following
    // lines are not relative to them. White space may follow.
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

// Parses a number without a sign, after blanks: for headers and trees. Throws ParseError, which
// says that `what` was expected.
const char* parse_unsigned(const char* at, const char* end, std::uint64_t& number,
                           const char* what);

// Parses counts up to the end of the line. Does not change counts that the line omits. Throws
// ParseError.
const char* parse_cost_counts(const char* at, const char* end, std::span<Count> counts);

} // namespace cg
