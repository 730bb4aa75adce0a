// SPDX-License-Identifier: GPL-2.0-or-later
#include "error/word_at.hpp"

#include "text/escaping.hpp"

#include <string_view>

namespace cg {

std::string word_at(const char* position, const char* end) {
    if (position == end)
        return "the end of the file";
    if (*position == '\n' || (*position == '\r' && position + 1 != end && position[1] == '\n'))
        return "the end of the line";
    constexpr std::size_t enough = 24;
    const std::string_view left(position, static_cast<std::size_t>(end - position));
    const std::string_view word = left.substr(0, left.find_first_of(" \t\r\n"));
    return "\"" + text_for(Destination::message, word.substr(0, enough)) + "\"";
}

} // namespace cg
