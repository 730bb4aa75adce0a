// SPDX-License-Identifier: GPL-2.0-or-later
#include "rewrite/character_set.hpp"

#include "rewrite/character_class.hpp"

#include <algorithm>
#include <array>
#include <unicode/uset.h>
#include <unicode/utf8.h>

namespace cg {
namespace {

static_assert(sizeof(wchar_t) == sizeof(char32_t));

constexpr char32_t last_byte = 0xff;

char32_t value_of(char32_t c) {
    return c < lone_byte ? c : c - lone_byte;
}

// Returns the units of a character in a name: the character, or the bytes of its UTF-8.
std::u32string units_of(char32_t c, Unit unit) {
    if (unit == Unit::character || c < 0x80 || c >= lone_byte)
        return {value_of(c)};
    std::array<std::uint8_t, U8_MAX_LENGTH> bytes{};
    std::size_t size = 0;
    U8_APPEND_UNSAFE(bytes.data(), size, c);
    return {bytes.begin(), bytes.begin() + size};
}

// Appends a unit, with a backslash if it is ASCII other than a letter, a digit or '_': Boost may
// give a meaning to such characters.
void append_unit(std::wstring& text, char32_t unit) {
    if (unit >= 0x80 || is_letter(unit) || is_digit(unit) || unit == U'_') {
        text += static_cast<wchar_t>(unit);
        return;
    }
    constexpr std::wstring_view digits = L"0123456789abcdef";
    text += L"\\x{";
    text += digits[unit / 16];
    text += digits[unit % 16];
    text += L'}';
}

void add_cases_of_ascii(icu::UnicodeSet& set) {
    for (UChar32 lower = 'a'; lower <= 'z'; ++lower) {
        const UChar32 upper = lower - 'a' + 'A';
        if (set.contains(lower) || set.contains(upper))
            set.add(lower).add(upper);
    }
}

// Adds the upper and lower cases, as Python does: by Unicode's case folding; the i with a dot and
// the i without one are cases of i, too.
void add_cases(icu::UnicodeSet& set) {
    set.closeOver(USET_CASE_INSENSITIVE).removeAllStrings();
    icu::UnicodeSet any_i;
    any_i.add('i').add('I').add(0x130).add(0x131);
    if (set.containsSome(any_i))
        set.addAll(any_i);
}

// Reads [:alpha:] after its first bracket, if it is next. Perl has such classes, Python does not.
bool read_posix_class(PatternReader& reader, CharacterSet& set) {
    PatternReader ahead = reader;
    if (!ahead.accept(":"))
        return false;
    const bool negated = ahead.accept("^");
    std::string name;
    while (is_letter(ahead.peek()))
        name += static_cast<char>(ahead.next());
    if (!ahead.accept(":]") || !find_character_class(name))
        return false;
    set.add_class(name, negated);
    reader = ahead;
    return true;
}

// Reads a member of a set. Returns a character; adds a class to the set and returns nothing.
std::optional<char32_t> read_member(PatternReader& reader, Unit unit, CharacterSet& set) {
    const std::size_t begin = reader.offset();
    const char32_t c = reader.next();
    if (c == U'[' && read_posix_class(reader, set))
        return std::nullopt;
    if (c != U'\\')
        return c;
    if (reader.accept("b"))
        return U'\b';
    if (is_octal(reader.peek()))
        return read_octal(reader, unit);
    if (const auto escape = read_character_escape(reader, unit))
        return escape;
    const char32_t letter = reader.next();
    if (std::u32string_view(U"dDhHsSwW").find(letter) == std::u32string_view::npos)
        reader.fail_at(begin, std::string("unknown escape \\") + static_cast<char>(letter));
    set.add_escape_class(letter);
    return std::nullopt;
}

} // namespace

void CharacterSet::add(char32_t c) {
    for (const char32_t unit : units_of(c, unit_))
        members_.add(static_cast<UChar32>(unit));
}

void CharacterSet::add_range(char32_t first, char32_t last) {
    add(first);
    add(last);
    members_.add(static_cast<UChar32>(units_of(first, unit_).back()),
                 static_cast<UChar32>(units_of(last, unit_).front()));
}

void CharacterSet::add_class(std::string_view name, bool negated) {
    if (flags_.ignore_case && (name == "lower" || name == "upper"))
        name = "alpha";
    if (!is_ascii_only()) {
        classes_ += negated ? L"[:not_" : L"[:";
        classes_.append(name.begin(), name.end());
        classes_ += L":]";
        return;
    }
    icu::UnicodeSet members;
    const CharacterClass* const character_class = find_character_class(name);
    for (char32_t c = 0; c < 0x80; ++c)
        if (character_class->contains(c))
            members.add(static_cast<UChar32>(c));
    if (negated)
        members.complement();
    members_.addAll(members);
}

void CharacterSet::add_escape_class(char32_t letter) {
    const bool negated = letter < U'a';
    const char name = static_cast<char>(negated ? letter - U'A' + U'a' : letter);
    add_class(name == 'h' ? "blank" : std::string_view(&name, 1), negated);
}

std::wstring CharacterSet::expression(bool negated) const {
    icu::UnicodeSet members = members_;
    if (flags_.ignore_case && is_ascii_only())
        add_cases_of_ascii(members);
    else if (flags_.ignore_case)
        add_cases(members);
    if (unit_ == Unit::byte)
        members.retain(0, last_byte);
    if (members.isEmpty() && classes_.empty())
        return negated ? L"." : L"(?!)";

    std::wstring text = negated ? L"[^" : L"[";
    for (int i = 0; i < members.getRangeCount(); ++i) {
        auto first = static_cast<char32_t>(members.getRangeStart(i));
        const auto last = static_cast<char32_t>(members.getRangeEnd(i));
        append_unit(text, first);
        if (first == 0 && last > 0) // Boost takes a range from 0 for a range of strings
            append_unit(text, ++first);
        if (last > first) {
            text += L'-';
            append_unit(text, last);
        }
    }
    return text + classes_ + L']';
}

std::wstring read_set(PatternReader& reader, Unit unit, SyntaxFlags flags) {
    const std::size_t begin = reader.offset();
    const auto check_not_at_end = [&] {
        if (reader.at_end())
            reader.fail_at(begin - 1, "the set has no closing ']'");
    };
    CharacterSet set(unit, flags);
    const bool negated = reader.accept("^");
    for (bool is_first = true; is_first || !reader.accept("]"); is_first = false) {
        check_not_at_end();
        const std::size_t member = reader.offset();
        const std::optional<char32_t> first = read_member(reader, unit, set);
        if (reader.peek() != U'-' || reader.peek(1) == U']') {
            if (first)
                set.add(*first);
            continue;
        }
        reader.next();
        check_not_at_end();
        const std::optional<char32_t> last = read_member(reader, unit, set);
        if (!first || !last || value_of(*last) < value_of(*first))
            reader.fail_at(member, "the range is not from a lower to a higher character");
        set.add_range(*first, *last);
    }
    return set.expression(negated);
}

std::wstring literal_expression(char32_t c, Unit unit, SyntaxFlags flags) {
    const std::u32string units = units_of(c, unit);
    if (flags.ignore_case && units.size() == 1) {
        CharacterSet set(unit, flags);
        set.add(c);
        return set.expression();
    }
    std::wstring text;
    for (const char32_t each : units)
        append_unit(text, each);
    return units.size() == 1 ? text : L"(?:" + text + L")";
}

} // namespace cg
