// SPDX-License-Identifier: GPL-2.0-or-later
#include "error/error.hpp"

#include "text/escaping.hpp"

#include <string_view>

namespace cg {
namespace {

std::string in_one_line(const std::string& source, std::size_t line, const std::string& message) {
    if (source.empty())
        return message;
    if (line == 0)
        return source + ": " + message;
    return source + ":" + std::to_string(line) + ": " + message;
}

} // namespace

Error::Error(std::string source, std::size_t line, std::string message)
    : std::runtime_error(in_one_line(source, line, message)),
      source_(std::move(source)),
      line_(line),
      message_(std::move(message)) {
}

Error::Error(std::string source, std::string message)
    : Error(std::move(source), 0, std::move(message)) {
}

Error::Error(std::string message) : Error({}, 0, std::move(message)) {
}

std::string word_at(const char* position, const char* end) {
    if (position == end)
        return "the end of the file";
    if (*position == '\n' || (*position == '\r' && position + 1 != end && position[1] == '\n'))
        return "the end of the line";
    constexpr std::size_t enough = 24;
    const std::string_view left(position, static_cast<std::size_t>(end - position));
    const std::string_view word = left.substr(0, left.find_first_of(" \t\r\n"));
    return "\"" + text_for(EscapingContext::message, word.substr(0, enough)) + "\"";
}

} // namespace cg
