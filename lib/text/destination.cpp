// SPDX-License-Identifier: GPL-2.0-or-later
#include "text/destination.hpp"

#include "text/utf8.hpp"

#include <climits>

namespace cg {
namespace {

std::string for_message(std::string_view bytes) {
    constexpr std::size_t max = 100;
    if (bytes.size() <= max)
        return escape_unprintable(bytes);
    const std::string_view beginning = bytes.substr(0, max);
    return escape_unprintable(beginning.substr(0, max - unfinished_length(beginning))) + "…";
}

std::string in_one_line(std::string_view bytes) {
    std::string line;
    for (const char byte : bytes)
        if (byte == '\n')
            line += "\\n";
        else
            line += byte;
    return line;
}

} // namespace

std::string text_for(Destination destination, std::string_view bytes) {
    switch (destination) {
    case Destination::message:
        return for_message(bytes);
    case Destination::page:
        return to_utf8(bytes, Controls::replace);
    case Destination::program:
        return to_utf8(bytes, Controls::keep);
    case Destination::line:
        break;
    }
    return in_one_line(bytes);
}

std::string path_for_message(const std::string& path) {
    return path.size() < PATH_MAX ? path : text_for(Destination::message, path);
}

std::string input_for_message(const std::string& path) {
    return path == "-" ? "<stdin>" : path_for_message(path);
}

std::string in_quotes(std::string_view name) {
    return "'" + text_for(Destination::message, name) + "'";
}

} // namespace cg
