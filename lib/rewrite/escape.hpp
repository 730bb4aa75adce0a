// SPDX-License-Identifier: GPL-2.0-or-later
// Reads escapes of a character: \n, \x41, \u00e9, \N{BULLET}. Private to this room.
#pragma once

#include "rewrite/pattern_reader.hpp"

#include <optional>

namespace cg {

// The unit of matching.
enum class Unit { byte, character };

// Reads the rest of an escape, after its backslash, if it is an escape of a character in Python, or
// \e or \x{...} of Perl, or punctuation; otherwise reads nothing. With Unit::byte, \x80 to \xff are
// bytes. Throws UsageError.
std::optional<char32_t> read_character_escape(PatternReader& reader, Unit unit);

// Reads up to three octal digits, at most 377.
char32_t read_octal(PatternReader& reader, Unit unit);

} // namespace cg
