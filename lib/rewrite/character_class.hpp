// SPDX-License-Identifier: GPL-2.0-or-later
// Character classes: \d, \s and \w of Python, and those of POSIX. Private to this room.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace cg {

struct CharacterClass {
    std::string_view name; // as in \w or [[:alpha:]]
    bool (*contains)(char32_t c);
};

// A set of classes and of negated classes: a bit each.
using ClassBits = std::uint32_t;

// Returns the class of this name, or null.
const CharacterClass* find_character_class(std::string_view name);

// Returns the bit of the class, or of its complement if "not_" is before the name; 0 if there is no
// such class.
ClassBits class_bit(std::string_view name);

// Returns true if the character is in any of the classes.
bool is_in_any(ClassBits classes, char32_t c);

} // namespace cg
