// SPDX-License-Identifier: GPL-2.0-or-later
#include "text/json_text.hpp"

#include "text/destination.hpp"
#include "text/utf8.hpp"

#include <array>
#include <cstdint>

namespace cg {
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
        is_utf8(bytes) ? std::string() : text_for(Destination::program, bytes);
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

} // namespace cg
