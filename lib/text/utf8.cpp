// SPDX-License-Identifier: GPL-2.0-or-later
#include "text/utf8.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace cg {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";
constexpr std::string_view ellipsis = "…";

// The length of the well-formed sequence at the beginning of bytes, 0 when there is none.
std::size_t sequence_length(std::string_view bytes) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(bytes[i]); };
    const auto within = [&](std::size_t i, int low, int high) {
        return i < bytes.size() && byte(i) >= low && byte(i) <= high;
    };
    const auto tail = [&](std::size_t i) { return within(i, 0x80, 0xBF); };
    const std::uint8_t lead = byte(0);
    if (lead < 0x80)
        return 1;
    if (lead >= 0xC2 && lead <= 0xDF)
        return tail(1) ? 2 : 0;
    if (lead >= 0xE0 && lead <= 0xEF) {
        const bool second = within(1, lead == 0xE0 ? 0xA0 : 0x80, lead == 0xED ? 0x9F : 0xBF);
        return second && tail(2) ? 3 : 0;
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
        const bool second = within(1, lead == 0xF0 ? 0x90 : 0x80, lead == 0xF4 ? 0x8F : 0xBF);
        return second && tail(2) && tail(3) ? 4 : 0;
    }
    return 0;
}

bool continues(char byte) {
    return (static_cast<std::uint8_t>(byte) & 0xC0) == 0x80;
}

// C0, DEL, and C1 (two bytes, of which terminals take some as commands).
bool is_control(std::string_view sequence) {
    const auto lead = static_cast<std::uint8_t>(sequence[0]);
    if (sequence.size() == 1)
        return lead < 0x20 || lead == 0x7F;
    return sequence.size() == 2 && lead == 0xC2 && static_cast<std::uint8_t>(sequence[1]) < 0xA0;
}

// How many bytes at the beginning are ASCII. Names mostly are: eight at a time are.
std::size_t ascii_length(std::string_view bytes) {
    std::size_t length = 0;
    for (std::uint64_t eight; length + sizeof eight <= bytes.size(); length += sizeof eight) {
        std::memcpy(&eight, bytes.data() + length, sizeof eight);
        if (eight & 0x8080808080808080)
            break;
    }
    while (length < bytes.size() && static_cast<std::uint8_t>(bytes[length]) < 0x80)
        ++length;
    return length;
}

// How many bytes at the beginning are ASCII and no control characters.
std::size_t printable_length(std::string_view bytes) {
    const auto end = std::find_if(bytes.begin(), bytes.end(), [](char byte) {
        return static_cast<std::uint8_t>(byte - 0x20) >= 0x7F - 0x20;
    });
    return static_cast<std::size_t>(end - bytes.begin());
}

} // namespace

bool is_utf8(std::string_view bytes) {
    for (bytes.remove_prefix(ascii_length(bytes)); !bytes.empty();
         bytes.remove_prefix(ascii_length(bytes))) {
        const std::size_t length = sequence_length(bytes);
        if (length == 0)
            return false;
        bytes.remove_prefix(length);
    }
    return true;
}

std::string to_utf8(std::string_view bytes, Controls controls) {
    std::string text;
    text.reserve(bytes.size());
    const auto take_plain = [&] {
        const std::size_t length =
            controls == Controls::keep ? ascii_length(bytes) : printable_length(bytes);
        text.append(bytes.substr(0, length));
        bytes.remove_prefix(length);
    };
    for (take_plain(); !bytes.empty(); take_plain()) {
        const std::size_t length = sequence_length(bytes);
        const std::string_view sequence = bytes.substr(0, std::max<std::size_t>(length, 1));
        const bool bad = length == 0 || (controls == Controls::replace && is_control(sequence));
        text.append(bad ? replacement : sequence);
        bytes.remove_prefix(sequence.size());
    }
    return text;
}

std::size_t width_of(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char byte) { return !continues(byte); }));
}

std::string fit(std::string_view text, std::size_t columns, Cut cut) {
    const std::size_t width = width_of(text);
    if (width <= columns)
        return std::string(text);
    if (columns == 0)
        return {};
    // Where the n-th code point begins.
    const auto offset = [&](std::size_t n) {
        std::size_t i = 0;
        for (; i < text.size(); ++i)
            if (!continues(text[i]) && n-- == 0)
                break;
        return i;
    };
    if (cut == Cut::end)
        return std::string(text.substr(0, offset(columns - 1))).append(ellipsis);
    return std::string(ellipsis).append(text.substr(offset(width - (columns - 1))));
}

} // namespace cg
