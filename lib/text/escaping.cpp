// SPDX-License-Identifier: GPL-2.0-or-later
#include "text/escaping.hpp"

#include "text/utf8.hpp"

#include <algorithm>
#include <array>
#include <boost/algorithm/string/replace.hpp>
#include <climits>
#include <cstdint>
#include <fmt/format.h>
#include <optional>
#include <span>

namespace cg {
namespace {

std::string for_message(std::string_view bytes) {
    constexpr std::size_t max = 100;
    if (bytes.size() <= max)
        return escape_unprintable(bytes);
    const std::string_view beginning = bytes.substr(0, max);
    return escape_unprintable(beginning.substr(0, max - unfinished_length(beginning))) + "…";
}

// The text that stands for a byte that a format reserves.
struct Escape {
    char byte;
    std::string_view text;
};

// Returns what stands for the byte; nothing if it stands for itself.
std::optional<std::string_view> escape_of(char byte, std::span<const Escape> escapes) {
    const auto found = std::ranges::find(escapes, byte, &Escape::byte);
    return found == escapes.end() ? std::nullopt : std::optional(found->text);
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
    return boost::algorithm::replace_all_copy(std::string(bytes), "\n", "\\n");
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

constexpr Escape json_escapes[] = {{'"', "\\\""},   {'\\', "\\\\"},   {'\n', "\\n"},
                                   {'\t', "\\t"},   {'<', "\\u003c"}, {'>', "\\u003e"},
                                   {'&', "\\u0026"}};

void write_escape(Writer& out, char byte) {
    if (const auto escape = escape_of(byte, json_escapes))
        out << *escape;
    else
        out << fmt::format("\\u{:04x}", static_cast<std::uint8_t>(byte));
}

constexpr std::array<bool, 256> needs_escape = [] {
    std::array<bool, 256> table{};
    for (std::size_t control = 0; control < 0x20; ++control)
        table[control] = true;
    for (const Escape& escape : json_escapes)
        table[static_cast<std::uint8_t>(escape.byte)] = true;
    table[0x7F] = true;
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
        out << fmt::format("{:02x}", static_cast<std::uint8_t>(byte));
    out << "\"}";
}

std::string xml_text(std::string_view bytes) {
    static constexpr Escape entities[] = {
        {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}};
    std::string out;
    for (const char& c : text_for(EscapingContext::page, bytes))
        out += escape_of(c, entities).value_or(std::string_view(&c, 1));
    // U+FFFE and U+FFFF are UTF-8, but no characters of XML.
    for (const char* const bad : {"\uFFFE", "\uFFFF"})
        boost::algorithm::replace_all(out, bad, "\uFFFD");
    return out;
}

} // namespace cg
