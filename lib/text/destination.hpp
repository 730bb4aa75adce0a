// SPDX-License-Identifier: GPL-2.0-or-later
// Text of a profile or of the command line on its way out. Names are bytes, and may hold what
// steers a terminal, what breaks a line, or megabytes: what is written passes here.
#pragma once

#include <string>
#include <string_view>

namespace cg {

enum class Destination {
    // A message on stderr. At most the first 100 bytes; what is not printable becomes \n or \x1b,
    // so that one can see which bytes they are.
    message,
    // What people look at: tables, trees, Markdown, HTML, SVG, flame graphs. What is not
    // printable becomes U+FFFD.
    page,
    // What programs read as UTF-8, and escape in their own way: JSON, protobuf. What is not UTF-8
    // becomes U+FFFD.
    program,
    // A line of a profile, which keeps any byte but one: a newline becomes \n.
    line,
};

std::string text_for(Destination destination, std::string_view bytes);

// A path, for a message: whole, since people copy it from there, unless it is too long for one.
std::string path_for_message(const std::string& path);

// 'NAME', for a message.
std::string in_quotes(std::string_view name);

} // namespace cg
