// SPDX-License-Identifier: GPL-2.0-or-later
// Escapes that stand for a character: \n, \x41, \u00e9, \N{BULLET}. Private to this room.
#pragma once

#include "rewrite/pattern_reader.hpp"

#include <optional>

namespace cg {

// What a pattern and a name consist of, when they are matched.
enum class Unit { byte, character };

// Reads an escape after its backslash if it is one of a character, as Python has them or as
// \e, \x{...} of Perl; else reads nothing. By bytes, \x80 to \xff are bytes. Punctuation stands
// for itself. Throws UsageError.
std::optional<char32_t> read_character_escape(PatternReader& reader, Unit unit);

// Reads up to three octal digits, at most 377.
char32_t read_octal(PatternReader& reader, Unit unit);

} // namespace cg
