// SPDX-License-Identifier: GPL-2.0-or-later
// [a-z], \w and single characters of a pattern, written as Boost.Regex reads them. Private to
// this room.
#pragma once

#include "rewrite/escape.hpp"

#include <string>
#include <string_view>
#include <unicode/uniset.h>

namespace cg {

struct SyntaxFlags {
    bool ignore_case = false; // i
    bool verbose = false;     // x
    bool ascii = false;       // a: \d, \s, \w, \b and the other case only of ASCII
};

// With Unit::byte, the members are bytes; a character outside ASCII adds each of its bytes.
class CharacterSet {
  public:
    CharacterSet(Unit unit, SyntaxFlags flags) : unit_(unit), flags_(flags) {}

    void add(char32_t c);
    void add_range(char32_t first, char32_t last);
    // The class must exist.
    void add_class(std::string_view name, bool negated);
    // Adds the class of \d, \s, \w or \h (blanks), or its complement for an upper-case letter.
    void add_escape_class(char32_t letter);

    // Returns a Boost expression that matches one member, or one unit that is not a member.
    std::wstring expression(bool negated = false) const;

  private:
    bool is_ascii_only() const { return unit_ == Unit::byte || flags_.ascii; }

    Unit unit_;
    SyntaxFlags flags_;
    icu::UnicodeSet members_;
    std::wstring classes_; // of characters, as in a Boost set
};

// Reads a set after its '[', up to its ']'.
std::wstring read_set(PatternReader& reader, Unit unit, SyntaxFlags flags);

// Returns an expression for this character (or byte, see lone_byte).
std::wstring literal_expression(char32_t c, Unit unit, SyntaxFlags flags);

} // namespace cg
