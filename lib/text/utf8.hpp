// SPDX-License-Identifier: GPL-2.0-or-later
// Names are bytes; what people and other programs read is UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cg {

// Well-formed as the Unicode standard's table 3-7 has it: no surrogates, no overlong forms.
bool is_utf8(std::string_view bytes);

// Each byte that is no part of a well-formed sequence becomes U+FFFD, the replacement
// character. With Controls::replace, control characters do so too: nothing in a name may steer
// a terminal, break a line or turn its direction. Whoever writes names calls text_for().
enum class Controls { keep, replace };
std::string to_utf8(std::string_view bytes, Controls controls = Controls::keep);

// The same bytes, and control characters, as \n and \x1b.
std::string escape_unprintable(std::string_view bytes);

// How many bytes at the end may be the beginning of a sequence whose other bytes are cut off.
std::size_t unfinished_length(std::string_view text);

// How many columns of a terminal well-formed text takes, at one a code point: names in wide
// scripts are rare, and a table of widths would be the larger evil.
std::size_t width_of(std::string_view text);

// The text, cut to so many columns; "…" stands for what was cut off, at the end or (of paths,
// whose end says most) at the beginning.
enum class Cut { end, beginning };
std::string fit(std::string_view text, std::size_t columns, Cut cut);

} // namespace cg
