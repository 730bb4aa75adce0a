// SPDX-License-Identifier: GPL-2.0-or-later
// Strings in JSON. Whole documents are written piece by piece: a tree of values in memory
// would take ten times what the profile does.
#pragma once

#include "text/writer.hpp"

#include <string_view>

namespace cg {

// A JSON string with quotes. Bytes that are no UTF-8 become U+FFFD; `<`, `>` and `&` are
// written as escapes, so that the text may stand inside an HTML page's <script>.
void write_json_string(Writer&, std::string_view bytes);

// Without loss: a string where the bytes are UTF-8, else {"text": ..., "hex": ...}, the text
// being for eyes and the hexadecimal digits for programs.
void write_json_bytes(Writer&, std::string_view bytes);

} // namespace cg
