// SPDX-License-Identifier: GPL-2.0-or-later
// Reads a regular expression character by character. Private to this room.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cg {

// Part of a text: bytes [begin, end).
struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
};

// Throws UsageError: `'TEXT', column N: WHAT`. Columns count bytes of the text from 1.
[[noreturn]] void throw_expression_error(std::string_view text, std::size_t column,
                                         const std::string& what);

// A byte that is not part of valid UTF-8 has this added to it, and so differs from each character.
inline constexpr char32_t lone_byte = 0x110000;

bool is_digit(char32_t c);
bool is_octal(char32_t c);
bool is_letter(char32_t c); // of ASCII
bool is_blank(char32_t c);  // of ASCII

class PatternReader {
  public:
    static constexpr char32_t end_of_pattern = 0xffffffff;

    PatternReader(std::string_view text, Range pattern)
        : text_(text), next_(pattern.begin), end_(pattern.end) {}

    bool at_end() const { return next_ == end_; }
    std::size_t offset() const { return next_; } // in the text
    // The character `ahead` characters after the next one.
    char32_t peek(std::size_t ahead = 0) const;
    // Reads a character. Throws UsageError at the end of the expression.
    char32_t next();
    // Reads `expected` if it comes next.
    bool accept(std::string_view expected);
    // Reads up to and including `end`; returns the text before it.
    std::string_view read_until(char end);

    // Throws UsageError at an offset into the text.
    [[noreturn]] void fail_at(std::size_t offset, const std::string& what) const;

  private:
    std::string_view text_;
    std::size_t next_, end_;
};

// Reads a number of at most `max_digits` digits in base 8, 10 or 16. Returns its value and its
// number of digits.
struct Number {
    std::size_t digits = 0;
    std::size_t value = 0;
};
Number read_number(PatternReader& reader, unsigned base, std::size_t max_digits);

} // namespace cg
