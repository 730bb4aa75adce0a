// SPDX-License-Identifier: GPL-2.0-or-later
#include "text/escaping.hpp"

#include "text/utf8.hpp"

#include <array>
#include <climits>
#include <cstdint>

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

std::string text_for(EscapingContext context, std::string_view bytes) {
    switch (context) {
    case EscapingContext::message:
        return for_message(bytes);
    case EscapingContext::page:
        return to_utf8(bytes, Controls::replace);
    case EscapingContext::program:
        return to_utf8(bytes, Controls::keep);
    case EscapingContext::line:
        break;
    }
    return in_one_line(bytes);
}

std::string path_for_message(const std::string& path) {
    return path.size() < PATH_MAX ? path : text_for(EscapingContext::message, path);
}

std::string input_for_message(const std::string& path) {
    return path == "-" ? "<stdin>" : path_for_message(path);
}

std::string in_quotes(std::string_view name) {
    return "'" + text_for(EscapingContext::message, name) + "'";
}

namespace {

constexpr std::string_view digits = "0123456789abcdef";

void write_escape(Writer& out, char byte) {
    switch (byte) {
    case '"':
        out << "\\\"";
        return;
    case '\\':
        out << "\\\\";
        return;
    case '\n':
        out << "\\n";
        return;
    case '\t':
        out << "\\t";
        return;
    default:
        out << "\\u00" << digits[static_cast<std::uint8_t>(byte) >> 4]
            << digits[static_cast<std::uint8_t>(byte) & 15];
    }
}

constexpr std::array<bool, 256> needs_escape = [] {
    std::array<bool, 256> table{};
    for (std::size_t control = 0; control < 0x20; ++control)
        table[control] = true;
    for (const char byte : {'"', '\\', '<', '>', '&', '\x7F'})
        table[static_cast<std::uint8_t>(byte)] = true;
    return table;
}();

} // namespace

void write_json_string(Writer& out, std::string_view bytes) {
    const std::string valid =
        is_utf8(bytes) ? std::string() : text_for(EscapingContext::program, bytes);
    const std::string_view text = valid.empty() ? bytes : std::string_view(valid);
    out << '"';
    std::size_t from = 0; // bytes without escapes are written in one piece
    for (std::size_t i = 0; i < text.size(); ++i)
        if (needs_escape[static_cast<std::uint8_t>(text[i])]) {
            out << text.substr(from, i - from);
            write_escape(out, text[i]);
            from = i + 1;
        }
    out << text.substr(from) << '"';
}

void write_json_bytes(Writer& out, std::string_view bytes) {
    if (is_utf8(bytes)) {
        write_json_string(out, bytes);
        return;
    }
    out << "{\"text\":";
    write_json_string(out, bytes);
    out << ",\"hex\":\"";
    for (const char byte : bytes)
        out << digits[static_cast<std::uint8_t>(byte) >> 4]
            << digits[static_cast<std::uint8_t>(byte) & 15];
    out << "\"}";
}

std::string xml_text(std::string_view bytes) {
    std::string out;
    for (const char c : text_for(EscapingContext::page, bytes)) {
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        case '\'':
            out += "&#39;";
            break;
        default:
            out += c;
        }
    }
    // U+FFFE and U+FFFF are UTF-8, but no characters of XML.
    for (const char* const bad : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"})
        for (std::size_t at = 0; (at = out.find(bad, at)) != out.npos;)
            out.replace(at, 3, "\xEF\xBF\xBD");
    return out;
}

} // namespace cg
