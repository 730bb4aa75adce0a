// SPDX-License-Identifier: GPL-2.0-or-later
// Classes of characters: \d, \s and \w as Python has them, and those of POSIX. Private to this
// room.
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

// The class of this name, or none.
const CharacterClass* find_character_class(std::string_view name);

// The bit of the class, or with "not_" before its name of all that is not in it; 0 if there is
// no such class.
ClassBits class_bit(std::string_view name);

// Tells whether the character is in any of the classes.
bool is_in_any(ClassBits classes, char32_t c);

} // namespace cg
