// SPDX-License-Identifier: GPL-2.0-or-later
#include "rewrite/pattern_reader.hpp"

#include "text/destination.hpp"

#include "error/error.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <unicode/utf8.h>

namespace cg {
namespace {

// Decodes the character at `offset` of the text, and sets `offset` to the next one.
char32_t decode(std::string_view text, std::size_t& offset, std::size_t end) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    const std::uint8_t first = bytes[offset];
    UChar32 c = 0;
    std::size_t next = offset;
    U8_NEXT(bytes, next, end, c);
    if (c >= 0) {
        offset = next;
        return static_cast<char32_t>(c);
    }
    ++offset;
    return lone_byte + first;
}

// Returns the value of a hexadecimal digit.
std::optional<std::size_t> digit_value(char32_t c) {
    if (is_digit(c))
        return c - U'0';
    if (c >= U'a' && c <= U'f')
        return c - U'a' + 10;
    if (c >= U'A' && c <= U'F')
        return c - U'A' + 10;
    return std::nullopt;
}

} // namespace

void throw_expression_error(std::string_view text, std::size_t column, const std::string& what) {
    throw UsageError(in_quotes(text) + ", column " + std::to_string(column) + ": " + what);
}

bool is_digit(char32_t c) {
    return c >= U'0' && c <= U'9';
}
bool is_octal(char32_t c) {
    return c >= U'0' && c <= U'7';
}
bool is_letter(char32_t c) {
    return (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z');
}
bool is_blank(char32_t c) {
    return c == U' ' || (c >= U'\t' && c <= U'\r');
}

char32_t PatternReader::peek(std::size_t ahead) const {
    char32_t c = end_of_pattern;
    std::size_t offset = next_;
    for (std::size_t i = 0; i <= ahead; ++i) {
        if (offset == end_)
            return end_of_pattern;
        c = decode(text_, offset, end_);
    }
    return c;
}

char32_t PatternReader::next() {
    if (at_end())
        fail_at(next_, "the pattern ends too early");
    return decode(text_, next_, end_);
}

bool PatternReader::accept(std::string_view expected) {
    if (!text_.substr(next_, end_ - next_).starts_with(expected))
        return false;
    next_ += expected.size();
    return true;
}

std::string_view PatternReader::read_until(char end) {
    const std::size_t begin = next_;
    const std::size_t length = text_.substr(begin, end_ - begin).find(end);
    if (length == std::string_view::npos)
        fail_at(end_, in_quotes({&end, 1}) + " is missing");
    next_ = begin + length + 1;
    return text_.substr(begin, length);
}

void PatternReader::fail_at(std::size_t offset, const std::string& what) const {
    throw_expression_error(text_, offset + 1, what);
}

Number read_number(PatternReader& reader, unsigned base, std::size_t max_digits) {
    constexpr std::size_t limit = 0xffffffff; // larger than every number that a caller accepts
    Number number;
    while (number.digits < max_digits) {
        const std::optional<std::size_t> digit = digit_value(reader.peek());
        if (!digit || *digit >= base)
            break;
        reader.next();
        number.value = std::min(number.value * base + *digit, limit);
        ++number.digits;
    }
    return number;
}

} // namespace cg
