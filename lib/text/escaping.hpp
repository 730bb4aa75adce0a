// SPDX-License-Identifier: GPL-2.0-or-later
// Escapes text for its place in an output: messages, pages, JSON, XML.
#pragma once

#include "text/writer.hpp"

#include <string>
#include <string_view>

namespace cg {

// Makes text of a profile or of the command line safe to write. Names are bytes, and may hold
// control sequences of terminals, newlines, or megabytes.

enum class EscapingContext {
    // A message on stderr. At most the first 100 bytes; unprintable bytes become escapes such as
    // \n and \x1b, so that a user sees which bytes they are.
    message,
    // Output for people: tables, trees, Markdown, HTML, SVG, flame graphs. Unprintable characters
    // become U+FFFD.
    page,
    // UTF-8 for programs, in formats with their own escapes: JSON, protobuf. Bytes that are not
    // UTF-8 become U+FFFD.
    program,
    // A line of a profile. A newline becomes \n; all other bytes are kept.
    line,
};

std::string text_for(EscapingContext context, std::string_view bytes);
inline std::string page_text(std::string_view bytes) {
    return text_for(EscapingContext::page, bytes);
}

// Returns a path for a message: complete, so that it can be copied, unless it is too long.
std::string path_for_message(const std::string& path);

// Returns path_for_message() of a file that is read, and "<stdin>" for "-".
std::string input_for_message(const std::string& path);

// Returns 'NAME', for a message.
std::string in_quotes(std::string_view name);

// Writes strings in JSON. Documents are written piece by piece, because a tree of values would
// need ten times the memory of the profile.

// Writes a JSON string with quotes. Bytes that are not UTF-8 become U+FFFD; `<`, `>` and `&` are
// written as escapes, so that the text may be inside an HTML page's <script>.
void write_json_string(Writer&, std::string_view bytes);

// Writes all bytes: UTF-8 as a string, other bytes as {"text": ..., "hex": ...}, where the text is
// for people and the hexadecimal digits are for programs.
void write_json_bytes(Writer&, std::string_view bytes);

// Text in HTML and XML.

// Escapes text for element content and quoted attributes. Bytes that are not UTF-8, and control
// characters, which XML does not allow, become U+FFFD.
std::string xml_text(std::string_view bytes);

} // namespace cg
