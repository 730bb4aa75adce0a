// SPDX-License-Identifier: GPL-2.0-or-later
#include "text/utf8.hpp"

#include "text/escaping.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>
#include <string>
#include <utility>

namespace cg {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";
constexpr std::string_view ellipsis = "…";

// Returns the length of the well-formed sequence at the beginning of the bytes, or 0.
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

// Returns true for C0, DEL and C1 (two bytes; some are commands of terminals), for the separators
// of lines and paragraphs, and for characters that change the direction of text.
bool is_control(std::string_view sequence) {
    const auto lead = static_cast<std::uint8_t>(sequence[0]);
    if (sequence.size() == 1)
        return lead < 0x20 || lead == 0x7F;
    if (sequence.size() == 2)
        return lead == 0xC2 && static_cast<std::uint8_t>(sequence[1]) < 0xA0;
    return (sequence >= "\u2028" && sequence <= "\u202E") ||
           (sequence >= "\u2066" && sequence <= "\u2069");
}

// Returns the number of bytes at the beginning that are ASCII, but not control characters.
std::size_t printable_length(std::string_view bytes) {
    const auto end = std::find_if(bytes.begin(), bytes.end(), [](char byte) {
        return static_cast<std::uint8_t>(byte - 0x20) >= 0x7F - 0x20;
    });
    return static_cast<std::size_t>(end - bytes.begin());
}

} // namespace

// Tests eight bytes at a time, because most names are ASCII.
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

std::optional<char32_t> read_character(std::string_view bytes, std::size_t& offset) {
    const std::size_t length = sequence_length(bytes.substr(offset));
    const std::string_view sequence = bytes.substr(offset, std::max<std::size_t>(length, 1));
    offset += sequence.size();
    if (length == 0)
        return std::nullopt;
    const auto bits = [](char byte, unsigned mask) {
        return static_cast<unsigned char>(byte) & mask;
    };
    char32_t character = bits(sequence[0], length == 1 ? 0x7f : 0x7fU >> length);
    for (const char byte : sequence.substr(1))
        character = character << 6 | bits(byte, 0x3f);
    return character;
}

namespace {

// Returns the text with replaced(sequence) instead of each byte outside a well-formed sequence and,
// with Controls::replace, instead of each control character.
template <typename Replaced>
std::string with_replaced(std::string_view bytes, Controls controls, Replaced replaced) {
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
        if (length == 0 || (controls == Controls::replace && is_control(sequence)))
            text.append(replaced(sequence));
        else
            text.append(sequence);
        bytes.remove_prefix(sequence.size());
    }
    return text;
}

} // namespace

std::string to_utf8(std::string_view bytes, Controls controls) {
    return with_replaced(bytes, controls, [](std::string_view) { return replacement; });
}

std::string escape_unprintable(std::string_view bytes) {
    return with_replaced(bytes, Controls::replace, [](std::string_view sequence) {
        if (sequence == "\n")
            return std::string("\\n");
        std::string escapes;
        for (const char byte : sequence)
            escapes += fmt::format("\\x{:02x}", static_cast<std::uint8_t>(byte));
        return escapes;
    });
}

std::size_t unfinished_length(std::string_view text) {
    for (std::size_t length = 1; length <= 3 && length <= text.size(); ++length) {
        const auto byte = static_cast<std::uint8_t>(text[text.size() - length]);
        if (continues(text[text.size() - length]))
            continue;
        const std::size_t wanted = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC2 ? 2 : 1;
        return length < wanted ? length : 0;
    }
    return 0;
}

std::string repeated(std::string_view text, std::size_t times) {
    std::string result;
    for (; times > 0; --times)
        result += text;
    return result;
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
    // Returns the offset of the n-th code point.
    const auto offset = [&](std::size_t n) {
        std::size_t i = 0;
        for (; i < text.size(); ++i)
            if (!continues(text[i]) && n-- == 0)
                break;
        return i;
    };
    const std::size_t kept = columns - 1;
    const std::size_t before = cut == Cut::end ? kept : cut == Cut::beginning ? 0 : (kept + 1) / 2;
    return std::string(text.substr(0, offset(before)))
        .append(ellipsis)
        .append(text.substr(offset(width - (kept - before))));
}

namespace {

class Fitted {
  public:
    Fitted(Sink sink, std::size_t width) : sink_(std::move(sink)), width_(width) {}

    void operator()(std::string_view bytes) {
        out_.clear();
        for (const char c : bytes)
            take(c);
        sink_(out_);
    }

  private:
    // Keeps back the character of the last column until the next one: if that is visible, the line
    // is too long, and an ellipsis replaces both. Blanks may be cut off without one.
    void take_visible(char c, bool is_blank) {
        if (column_ < width_) {
            out_ += c;
        } else if (column_ == width_) {
            held_ = c;
        } else if (!is_blank && !is_cut_) {
            held_.clear();
            out_.append(ellipsis).append(std::exchange(held_colours_, {}));
            is_cut_ = true;
        }
    }

    void take(char c) {
        const auto byte = static_cast<unsigned char>(c);
        std::string& colours = held_.empty() ? out_ : held_colours_;
        if (in_escape_) {
            colours += c;
            in_escape_ = (byte < '@' || byte > '~') || c == '[';
        } else if (c == '\x1b') {
            colours += c;
            in_escape_ = true;
        } else if (c == '\n') {
            out_ += std::exchange(held_, {}) + std::exchange(held_colours_, {});
            out_ += c;
            column_ = 0;
            is_cut_ = false;
        } else if ((byte & 0xc0) == 0x80) { // continues a character
            if (!held_.empty())
                held_ += c;
            else if (column_ < width_)
                out_ += c;
        } else {
            column_ = c == '\t' ? column_ / 8 * 8 + 8 : column_ + 1;
            take_visible(c, c == ' ' || c == '\t');
        }
    }

    Sink sink_;
    std::size_t width_;
    std::size_t column_ = 0; // of the line so far; may be larger than width_
    bool in_escape_ = false;
    bool is_cut_ = false;
    std::string held_;         // the character in the last column
    std::string held_colours_; // escape sequences after it
    std::string out_;
};

} // namespace

Sink fitted(Sink sink, std::size_t width) {
    return Fitted(std::move(sink), width);
}

std::string fit_path(std::string_view path, std::size_t used, std::size_t width) {
    if (width == 0)
        return std::string(path);
    const std::size_t left = std::max<std::size_t>(width, used + 1) - used;
    return fit(page_text(path), left, Cut::beginning);
}

} // namespace cg
