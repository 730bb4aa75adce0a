// SPDX-License-Identifier: GPL-2.0-or-later
// UTF-8, for people and other programs. Names are bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cg {

// Returns true for well-formed UTF-8, as in table 3-7 of the Unicode standard: no surrogates, no
// overlong forms.
bool is_utf8(std::string_view bytes);

// Replaces each byte outside a well-formed sequence by U+FFFD, the replacement character. With
// Controls::replace, also replaces control characters, which could control a terminal, break a
// line or change its direction. To write names, call text_for() instead.
enum class Controls { keep, replace };
std::string to_utf8(std::string_view bytes, Controls controls = Controls::keep);

// Writes the same bytes, and control characters, as escapes such as \n and \x1b.
std::string escape_unprintable(std::string_view bytes);

// Returns the number of bytes at the end that may be the beginning of an incomplete sequence.
std::size_t unfinished_length(std::string_view text);

// Returns the number of terminal columns of well-formed text, one for each code point. Names in
// wide scripts are too rare for a table of widths.
std::size_t width_of(std::string_view text);

// Cuts text to `columns` columns. "…" replaces the part that is cut off, at the end, at the
// beginning (for paths, whose end is more important), or in the middle.
enum class Cut { end, beginning, middle };
std::string fit(std::string_view text, std::size_t columns, Cut cut);

} // namespace cg
