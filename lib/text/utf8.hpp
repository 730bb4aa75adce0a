// SPDX-License-Identifier: GPL-2.0-or-later
// UTF-8, for people and other programs: validity, columns, and cutting to a width.
#pragma once

#include "text/writer.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace cg {

// UTF-8, for people and other programs. Names are bytes.

// Returns the number of ASCII bytes at the beginning.
std::size_t ascii_length(std::string_view bytes);

// Returns true for well-formed UTF-8, as in table 3-7 of the Unicode standard: no surrogates, no
// overlong forms.
bool is_utf8(std::string_view bytes);

// Reads the character at `offset`, and moves `offset` after it. Returns nothing, and moves by one
// byte, for a byte that is not the beginning of a well-formed sequence.
std::optional<char32_t> read_character(std::string_view bytes, std::size_t& offset);

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

// Returns the text that number of times.
std::string repeated(std::string_view text, std::size_t times);

// Cuts text to `columns` columns. "…" replaces the part that is cut off, at the end, at the
// beginning (for paths, whose end is more important), or in the middle.
enum class Cut { end, beginning, middle };
std::string fit(std::string_view text, std::size_t columns, Cut cut);

// Cuts lines to the width of a terminal.

// Returns a sink that passes the first `width` columns of each line to `sink`. If more than blanks
// is cut off, the last column is "…". A tab goes to the next multiple of eight, a UTF-8 sequence is
// one column wide (also those that a terminal shows in two), and escape sequences have no width.
// They are never cut off, so that no colour stays on. Holds back the last column of an incomplete
// line.
Sink fitted(Sink sink, std::size_t width);

// Returns a path that fits after `used` columns of a line of `width` columns: a long path loses its
// beginning, because its end is more important. A `width` of 0 cuts nothing.
std::string fit_path(std::string_view path, std::size_t used, std::size_t width);

} // namespace cg
