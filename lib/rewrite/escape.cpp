// SPDX-License-Identifier: GPL-2.0-or-later
#include "rewrite/escape.hpp"

#include "text/destination.hpp"

#include <unicode/uchar.h>

namespace cg {
namespace {

constexpr char32_t last_character = 0x10ffff;

// Returns the value of an escape: a byte if names are matched by bytes, else one of the first 256
// characters.
char32_t small_value(std::size_t value, Unit unit) {
    const auto c = static_cast<char32_t>(value);
    return unit == Unit::byte && c >= 0x80 ? lone_byte + c : c;
}

char32_t read_hexadecimal(PatternReader& reader, std::size_t digits) {
    const std::size_t begin = reader.offset();
    const Number number = read_number(reader, 16, digits);
    if (number.digits < digits)
        reader.fail_at(begin, std::to_string(digits) + " hexadecimal digits were expected");
    if (number.value > last_character)
        reader.fail_at(begin, "there is no such character");
    return static_cast<char32_t>(number.value);
}

char32_t read_braced(PatternReader& reader) {
    const std::size_t begin = reader.offset();
    const Number number = read_number(reader, 16, 8);
    if (number.digits == 0 || !reader.accept("}"))
        reader.fail_at(begin, "hexadecimal digits and '}' were expected");
    if (number.value > last_character)
        reader.fail_at(begin, "there is no such character");
    return static_cast<char32_t>(number.value);
}

char32_t read_name(PatternReader& reader) {
    const std::size_t begin = reader.offset();
    if (!reader.accept("{"))
        reader.fail_at(begin, "a character's name was expected, as in \\N{BULLET}");
    const std::string name(reader.read_until('}'));
    UErrorCode error = U_ZERO_ERROR;
    const UChar32 c = u_charFromName(U_UNICODE_CHAR_NAME, name.c_str(), &error);
    if (U_FAILURE(error) || name.empty())
        reader.fail_at(begin + 1, "there is no character " + in_quotes(name));
    return static_cast<char32_t>(c);
}

} // namespace

char32_t read_octal(PatternReader& reader, Unit unit) {
    const std::size_t begin = reader.offset();
    const Number number = read_number(reader, 8, 3);
    if (number.value > 0377)
        reader.fail_at(begin, "an octal number is at most 377");
    return small_value(number.value, unit);
}

std::optional<char32_t> read_character_escape(PatternReader& reader, Unit unit) {
    const char32_t letter = reader.peek();
    const auto is = [&](char32_t value) {
        reader.next();
        return value;
    };
    switch (letter) {
    case U'a':
        return is(U'\a');
    case U'e':
        return is(U'\x1b');
    case U'f':
        return is(U'\f');
    case U'n':
        return is(U'\n');
    case U'r':
        return is(U'\r');
    case U't':
        return is(U'\t');
    case U'v':
        return is(U'\v');
    case U'x':
        reader.next();
        if (reader.accept("{"))
            return read_braced(reader);
        return small_value(read_hexadecimal(reader, 2), unit);
    case U'u':
        reader.next();
        return read_hexadecimal(reader, 4);
    case U'U':
        reader.next();
        return read_hexadecimal(reader, 8);
    case U'N':
        reader.next();
        return read_name(reader);
    case PatternReader::end_of_pattern:
        reader.fail_at(reader.offset(), "a backslash ends the pattern");
    default:
        if (is_letter(letter) || is_digit(letter))
            return std::nullopt;
        return reader.next();
    }
}

} // namespace cg
