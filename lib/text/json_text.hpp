// SPDX-License-Identifier: GPL-2.0-or-later
// Writes strings in JSON. Documents are written piece by piece, because a tree of values would
// need ten times the memory of the profile.
#pragma once

#include "text/writer.hpp"

#include <string_view>

namespace cg {

// Writes a JSON string with quotes. Bytes that are not UTF-8 become U+FFFD; `<`, `>` and `&` are
// written as escapes, so that the text may be inside an HTML page's <script>.
void write_json_string(Writer&, std::string_view bytes);

// Writes all bytes: UTF-8 as a string, other bytes as {"text": ..., "hex": ...}, where the text is
// for people and the hexadecimal digits are for programs.
void write_json_bytes(Writer&, std::string_view bytes);

} // namespace cg
