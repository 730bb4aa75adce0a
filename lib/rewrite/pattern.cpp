// SPDX-License-Identifier: GPL-2.0-or-later
#include "rewrite/pattern.hpp"

#include "error/error.hpp"
#include "text/escaping.hpp"
#include "text/scan.hpp"
#include "text/utf8.hpp"

#include <algorithm>
#include <array>
#include <boost/regex/icu.hpp>
#include <cctype>
#include <cstdint>
#include <fmt/format.h>
#include <iterator>
#include <optional>
#include <unicode/utf8.h>
#include <utility>

namespace cg {
namespace {

constexpr UChar32 lone_bytes = 0xdc00; // plus the byte

bool is_octal(char c) {
    return c >= '0' && c <= '7';
}
bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_one_of(char c, std::string_view characters) {
    return c != '\0' && characters.find(c) != std::string_view::npos;
}

// Returns the character at `offset`, or the substitute for its byte, and moves `offset` after it.
UChar32 character_at(std::string_view bytes, std::size_t& offset) {
    const auto byte = static_cast<std::uint8_t>(bytes[offset]);
    const auto character = read_character(bytes, offset);
    return character ? static_cast<UChar32>(*character) : lone_bytes + byte;
}

// Reads a part of an expression and writes its translation.
class Translator {
  public:
    explicit Translator(ExpressionPart part)
        : whole_(part.text), text_(part.text.substr(0, part.end)), next_(part.begin) {}

    bool at_end() const { return next_ == text_.size(); }
    // Begins the next piece: all that is written until the next one has its column.
    std::size_t begin_piece() { return piece_ = next_; }
    // Returns the byte `ahead` bytes after the next one; NUL after the end.
    char peek(std::size_t ahead = 0) const {
        return next_ + ahead < text_.size() ? text_[next_ + ahead] : '\0';
    }
    bool accept(std::string_view expected) {
        if (!text_.substr(next_).starts_with(expected))
            return false;
        next_ += expected.size();
        return true;
    }
    UChar32 read() { return character_at(text_, next_); }
    std::string read_until(char end) {
        const std::size_t length = text_.substr(next_).find(end);
        if (length == std::string_view::npos)
            fail_at(text_.size(), in_quotes({&end, 1}) + " is missing");
        std::string read(text_.substr(next_, length));
        next_ += length + 1;
        return read;
    }
    std::string read_digits(std::size_t max) {
        std::string digits;
        while (digits.size() < max && is_digit(peek()))
            digits += text_[next_++];
        return digits;
    }
    // Reads \101, \0 or, if its letter is in `letters`, \xe9, \u00e9 or \U000000e9, after its
    // backslash.
    std::optional<UChar32> read_code(std::string_view letters) {
        const char letter = peek();
        const bool is_octal_number =
            letter == '0' || (is_octal(letter) && is_octal(peek(1)) && is_octal(peek(2)));
        if (!is_octal_number && (!is_one_of(letter, letters) || peek(1) == '{'))
            return std::nullopt;
        const std::size_t begin = is_octal_number ? next_ : ++next_;
        const std::size_t max = is_octal_number ? 3 : letter == 'x' ? 2 : letter == 'u' ? 4 : 8;
        while (next_ - begin < max &&
               is_one_of(peek(), is_octal_number ? "01234567" : "0123456789abcdefABCDEF"))
            ++next_;
        if (!is_octal_number && next_ - begin < max)
            fail_at(begin, std::to_string(max) + " hexadecimal digits were expected");
        const unsigned long code = std::stoul(std::string(text_.substr(begin, next_ - begin)),
                                              nullptr, is_octal_number ? 8 : 16);
        if (is_octal_number && code > 0377)
            fail_at(begin, "an octal number is at most 377");
        if (code > 0x10ffff)
            fail_at(begin, "there is no such character");
        return static_cast<UChar32>(code);
    }

    void write(UChar32 c) {
        output.push_back(c);
        columns.push_back(piece_ + 1);
    }
    void write(std::string_view ascii) {
        for (const char c : ascii)
            write(UChar32{c});
    }
    bool has_written(char last) const { return !output.empty() && output.back() == UChar32{last}; }
    // Writes a character that Boost must not take for a part of its syntax.
    void write_literal(UChar32 c) {
        write(fmt::format("\\x{{{:06x}}}", static_cast<std::uint32_t>(c)));
    }
    void copy(std::size_t characters = 1) {
        for (; characters != 0; --characters)
            write(read());
    }

    // Throws the error at the current piece, or at an offset into the text.
    [[noreturn]] void fail(const std::string& what) const { fail_at(piece_, what); }
    [[noreturn]] void fail_at(std::size_t offset, const std::string& what) const {
        throw_expression_error(whole_, offset + 1, what);
    }

    Characters output;
    std::vector<std::size_t> columns; // of each character of the output

  private:
    std::string_view whole_;
    std::string_view text_; // up to the end of the part
    std::size_t next_;
    std::size_t piece_ = 0;
};

// ---- patterns ---------------------------------------------------------------

// A reference to a group that did not match does not match in Python; in Boost it is empty.
void write_back_reference(Translator& t, const std::string& group, std::string_view reference) {
    t.write("(?(" + group + ")" + std::string(reference) + "|(?!))");
}

// Translates an escape after its backslash.
void translate_escape(Translator& t, bool in_set) {
    if (const auto code = t.read_code("xuU"))
        return t.write_literal(*code);
    if (!in_set && is_digit(t.peek())) {
        const std::string group = t.read_digits(2);
        return write_back_reference(t, group, "\\" + group);
    }
    if (!in_set && t.accept("B")) // Boost's does not match at the ends of a name
        return t.write("(?!\\b|\\A\\z)");
    if (!in_set && t.accept("Z"))
        return t.write("\\z");
    const std::string_view letters = in_set ? "abdDefhHnrsStvwWx" : "AabdDeEfghHkKnNQrsStvwWxz";
    if (is_letter(t.peek()) && !is_one_of(t.peek(), letters))
        t.fail(std::string("unknown escape \\") + t.peek());
    if (!is_one_of(t.peek(), "<>'`")) // of Boost: the ends of a word and of the text
        t.write("\\");
    if (t.at_end())
        t.fail("a backslash ends the pattern");
    t.copy();
}

// Returns the length of [:alpha:] or [:^alpha:], of which Perl has such classes, if one is next.
std::size_t posix_class_length(const Translator& t) {
    if (t.peek() != '[' || t.peek(1) != ':')
        return 0;
    std::size_t length = t.peek(2) == '^' ? 3 : 2;
    while (is_letter(t.peek(length)))
        ++length;
    return t.peek(length) == ':' && t.peek(length + 1) == ']' ? length + 2 : 0;
}

void translate_set(Translator& t) {
    const std::size_t begin = t.begin_piece();
    t.copy(t.peek(1) == '^' ? 2 : 1);
    char complement = '\0'; // one of \D, \H, \S and \W that is in the set
    for (bool is_first = true; is_first || t.peek() != ']'; is_first = false) {
        if (t.at_end())
            t.fail_at(begin, "the set has no closing ']'");
        t.begin_piece();
        if (const std::size_t length = posix_class_length(t)) {
            t.copy(length);
        } else if (t.accept("\\")) {
            const char letter = t.peek();
            if (is_one_of(letter, "DHSW") && is_one_of(std::exchange(complement, letter), "DHSW"))
                t.fail("a set can't hold two of \\D, \\H, \\S and \\W"); // Boost mixes them up
            translate_escape(t, true);
        } else if (t.accept("[")) { // Boost has [.a.] and [=a=]
            t.write("\\[");
        } else {
            t.copy();
        }
    }
    t.copy();
}

// Translates {,2}.
void translate_brace(Translator& t) {
    t.copy();
    std::size_t length = 1;
    while (is_digit(t.peek(length)))
        ++length;
    if (t.peek() == ',' && t.peek(length) == '}')
        t.write("0");
}

// A comment's text may be anything. After a possessive repetition Boost never comes to its end.
void translate_comment(Translator& t) {
    t.read_until(')');
    if (!t.has_written('+'))
        t.write("(?#)");
}

void translate_group(Translator& t, GroupNames& names) {
    if (t.accept("(?#"))
        return translate_comment(t);
    if (t.accept("(?P=")) {
        const std::string name = t.read_until(')');
        if (!names.contains(name))
            t.fail("the pattern has no group " + in_quotes(name) + " before here");
        return write_back_reference(t, "<" + name + ">", "\\k<" + name + ">");
    }
    if (is_letter(t.peek(3)) && t.accept("(?(")) {
        const std::string name = t.read_until(')');
        return t.write("(?(<" + name + ">)");
    }
    const bool is_look_behind = t.peek(3) == '=' || t.peek(3) == '!';
    if (!t.accept("(?P<") && (is_look_behind || !t.accept("(?<")))
        return t.copy();
    const std::string name = t.read_until('>');
    const auto is_part_of_name = [](char c) { return is_letter(c) || is_digit(c) || c == '_'; };
    if (name.empty() || is_digit(name[0]) || !std::ranges::all_of(name, is_part_of_name))
        t.fail(in_quotes(name) + " can't be the name of a group");
    if (!names.insert(name).second)
        t.fail("there are two groups " + in_quotes(name));
    t.write("(?<" + name + ">");
}

// ---- replacements -----------------------------------------------------------

struct Groups {
    std::size_t count;
    const GroupNames& names;
};

void write_group(Translator& t, const Groups& groups, const std::string& group) {
    const bool is_number =
        !group.empty() && group.size() < 10 && std::ranges::all_of(group, is_digit);
    if (is_number ? std::stoul(group) > groups.count : !groups.names.contains(group))
        t.fail("group " + (is_number ? group : in_quotes(group)) +
               " does not exist in the pattern");
    if (is_number && std::stoul(group) == 0)
        return t.write("$&");
    t.write((is_number ? "${" : "$+{") + group + "}");
}

void translate_escape(Translator& t, const Groups& groups, std::string_view delimiters) {
    if (const auto code = t.read_code("x"))
        return t.write_literal(*code);
    if (t.accept("g<"))
        return write_group(t, groups, t.read_until('>'));
    if (is_digit(t.peek())) { // \12 is group 12 or, with fewer groups, group 1 and a 2
        const int two_digits = (t.peek() - '0') * 10 + (t.peek(1) - '0');
        const bool has_two = is_digit(t.peek(1)) && std::cmp_less_equal(two_digits, groups.count);
        return write_group(t, groups, t.read_digits(has_two ? 2 : 1));
    }
    if (t.accept("b"))
        return t.write("\\x08");
    if (is_letter(t.peek()) && !is_one_of(t.peek(), "aefnrtvxULEul"))
        t.fail(std::string("unknown escape \\") + t.peek());
    const bool is_escape = is_letter(t.peek()) || t.peek() == '$' || t.peek() == '\\';
    if (is_escape)
        t.write("\\");
    else if (!is_one_of(t.peek(), delimiters))
        t.write("\\\\");
    t.copy();
}

void translate_dollar(Translator& t, const Groups& groups) {
    if (t.accept("$"))
        return t.write("$$");
    if (t.accept("&"))
        return t.write("$&");
    if (t.accept("{") || t.accept("+{"))
        return write_group(t, groups, t.read_until('}'));
    if (is_digit(t.peek()) && t.peek() != '0')
        return write_group(t, groups, t.read_digits(9));
    t.write("$$");
}

} // namespace

Characters decode(std::string_view bytes) {
    Characters characters;
    characters.reserve(bytes.size());
    for (std::size_t i = 0; i < bytes.size();) {
        const std::string_view ascii = bytes.substr(i, ascii_length(bytes.substr(i)));
        characters.insert(characters.end(), ascii.begin(), ascii.end());
        i += ascii.size();
        if (i < bytes.size())
            characters.push_back(character_at(bytes, i));
    }
    return characters;
}

void append_encoded(std::string& bytes, std::span<const UChar32> characters) {
    for (const UChar32 c : characters) {
        if (c >= lone_bytes + 0x80 && c <= lone_bytes + 0xff) {
            bytes += static_cast<char>(c - lone_bytes);
            continue;
        }
        std::array<char, U8_MAX_LENGTH> sequence{};
        std::size_t size = 0;
        U8_APPEND_UNSAFE(sequence.data(), size, c);
        bytes.append(sequence.data(), size);
    }
}

void throw_expression_error(std::string_view text, std::size_t column, const std::string& what) {
    throw UsageError(in_quotes(text) + ", column " + std::to_string(column) + ": " + what);
}

BoostPattern translate_pattern(ExpressionPart pattern) {
    Translator t(pattern);
    GroupNames names;
    while (!t.at_end()) {
        t.begin_piece();
        if (t.accept("\\Q")) {
            while (!t.at_end() && !t.accept("\\E"))
                t.write_literal(t.read());
        } else if (t.accept("\\")) {
            translate_escape(t, false);
        } else if (t.accept("^")) { // no name holds a newline; but Boost knows other ends of lines
            t.write("\\A");
        } else if (t.accept("$")) {
            t.write("\\z");
        } else if (t.peek() == '[') {
            translate_set(t);
        } else if (t.peek() == '{') {
            translate_brace(t);
        } else if (t.peek() == '(') {
            translate_group(t, names);
        } else {
            t.copy();
        }
    }
    t.columns.push_back(pattern.end + 1);
    return {std::move(t.output), std::move(t.columns), std::move(names)};
}

Characters translate_replacement(ExpressionPart replacement, std::string_view delimiters,
                                 std::size_t group_count, const GroupNames& group_names) {
    Translator t(replacement);
    const Groups groups{group_count, group_names};
    while (!t.at_end()) {
        t.begin_piece();
        if (t.accept("$"))
            translate_dollar(t, groups);
        else if (t.peek(1) != '\0' && t.accept("\\"))
            translate_escape(t, groups, delimiters);
        else if (t.accept("\\"))
            t.write("\\\\");
        else
            t.copy();
    }
    return std::move(t.output);
}

namespace {

// Returns Boost's message without its position in the translated pattern and a copy of that, which
// the user does not know.
std::string reason(const boost::regex_error& error) {
    std::string message = error.what();
    message.resize(std::min(message.find("  The error occurred"), message.size()));
    if (message.ends_with('.'))
        message.pop_back();
    message[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(message[0])));
    return message;
}

boost::u32regex compile(ExpressionPart part, BoostPattern& pattern, SyntaxFlags flags) {
    boost::regex::flag_type options = boost::regex::perl;
    if (flags.ignore_case)
        options |= boost::regex::icase;
    if (flags.verbose)
        options |= boost::regex::mod_x;
    try {
        // Boost looks at the character after the end of `(?1`, `(?R` and the like.
        pattern.characters.push_back(0);
        const UChar32* const begin = pattern.characters.data();
        return {begin, begin + pattern.characters.size() - 1, options};
    } catch (const boost::regex_error& error) {
        const auto at = static_cast<std::size_t>(std::max<std::ptrdiff_t>(error.position(), 0));
        throw_expression_error(part.text, pattern.columns[std::min(at, pattern.columns.size() - 1)],
                               reason(error));
    }
}

} // namespace

struct Pattern::Compiled {
    boost::u32regex regex;
    GroupNames group_names;
};

Pattern::Pattern(std::string_view text)
    : Pattern(ExpressionPart{text, 0, text.size()}, SyntaxFlags()) {
}

Pattern::Pattern(ExpressionPart part, SyntaxFlags flags) : text_(part.text) {
    BoostPattern pattern = translate_pattern(part);
    compiled_ = std::make_shared<const Compiled>(
        Compiled{compile(part, pattern, flags), std::move(pattern.group_names)});
}

std::size_t Pattern::group_count() const {
    return compiled_->regex.mark_count();
}

const GroupNames& Pattern::group_names() const {
    return compiled_->group_names;
}

namespace {

// Calls `search`, and makes an Error of Boost's exception if a pattern backtracks too long.
template <typename Search>
auto limited(const std::string& expression, std::string_view name, Search search) {
    try {
        return search();
    } catch (const std::runtime_error&) {
        throw Error(in_quotes(expression) + " takes too many steps on the name " + in_quotes(name));
    }
}

} // namespace

bool Pattern::is_in(std::string_view name) const {
    const Characters characters = decode(name);
    const UChar32* const begin = characters.data();
    return limited(text_, name, [&] {
        return boost::regex_search(begin, begin + characters.size(), compiled_->regex,
                                   boost::match_any);
    });
}

bool any_is_in(std::span<const Pattern> patterns, std::string_view name) {
    return std::ranges::any_of(patterns,
                               [&](const Pattern& pattern) { return pattern.is_in(name); });
}

std::string Pattern::replaced(std::string_view name, const Characters& format, bool all) const {
    const Characters characters = decode(name);
    const UChar32* const begin = characters.data();
    const UChar32* const end = begin + characters.size();
    const UChar32* copied = begin; // the end of the copied part
    Characters result;
    limited(text_, name, [&] {
        boost::regex_iterator<const UChar32*, UChar32, boost::icu_regex_traits> match(
            begin, end, compiled_->regex);
        for (const decltype(match) last; match != last; ++match) {
            result.insert(result.end(), copied, (*match)[0].first);
            match->format(std::back_inserter(result), format, boost::format_perl, compiled_->regex);
            copied = (*match)[0].second;
            if (!all)
                break;
        }
    });
    if (copied == begin && result.empty())
        return std::string(name);
    result.insert(result.end(), copied, end);
    std::string bytes;
    append_encoded(bytes, result);
    return bytes;
}

} // namespace cg
