// SPDX-License-Identifier: GPL-2.0-or-later
#include "rewrite/replacement.hpp"

#include "text/destination.hpp"

#include "rewrite/escape.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <unicode/utf8.h>

namespace cg {
namespace {

void append_character(std::string& text, char32_t c) {
    if (c >= lone_byte) {
        text += static_cast<char>(c - lone_byte);
        return;
    }
    std::array<std::uint8_t, U8_MAX_LENGTH> bytes{};
    std::size_t size = 0;
    U8_APPEND_UNSAFE(bytes.data(), size, c);
    text.append(bytes.begin(), bytes.begin() + size);
}

char to_upper(char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}
char to_lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

} // namespace

class Replacement::Parser {
  public:
    Parser(std::string_view text, Range replacement, std::string_view delimiters,
           std::size_t group_count, const GroupNames& group_names)
        : reader_(text, replacement),
          delimiters_(delimiters),
          group_count_(group_count),
          group_names_(group_names) {}

    std::vector<Part> operator()() && {
        while (!reader_.at_end()) {
            const std::size_t begin = reader_.offset();
            const char32_t c = reader_.next();
            if (c == U'\\' && !reader_.at_end())
                read_escape(begin);
            else if (c == U'$')
                read_dollar(begin);
            else
                add(c);
        }
        return std::move(parts_);
    }

  private:
    void read_escape(std::size_t begin);
    void read_dollar(std::size_t begin);
    void add(char32_t c);
    void add_group(std::size_t group, std::size_t begin);
    void add_group(std::string_view name, std::size_t begin);
    bool is_delimiter(char32_t c) const {
        return c < 0x80 && delimiters_.find(static_cast<char>(c)) != std::string_view::npos;
    }

    PatternReader reader_;
    std::string_view delimiters_;
    std::size_t group_count_;
    const GroupNames& group_names_;
    std::vector<Part> parts_;
};

void Replacement::Parser::add(char32_t c) {
    if (parts_.empty() || parts_.back().kind != Kind::text)
        parts_.push_back({Kind::text});
    append_character(parts_.back().text, c);
}

void Replacement::Parser::add_group(std::size_t group, std::size_t begin) {
    if (group > group_count_)
        reader_.fail_at(begin, "group " + std::to_string(group) + " does not exist in the pattern");
    parts_.push_back({Kind::group, {}, group});
}

// Adds a reference to a group by its name or number.
void Replacement::Parser::add_group(std::string_view name, std::size_t begin) {
    const bool is_number = !name.empty() && name.size() < 10 &&
                           name.find_first_not_of("0123456789") == std::string_view::npos;
    if (is_number)
        return add_group(std::stoul(std::string(name)), begin);
    const auto found = group_names_.find(name);
    if (found == group_names_.end())
        reader_.fail_at(begin, "group " + in_quotes(name) + " does not exist in the pattern");
    add_group(found->second, begin);
}

void Replacement::Parser::read_escape(std::size_t begin) {
    struct CaseEscape {
        const char* letter;
        Kind kind;
    };
    static constexpr CaseEscape case_escapes[] = {{"U", Kind::upper},
                                                  {"L", Kind::lower},
                                                  {"u", Kind::next_upper},
                                                  {"l", Kind::next_lower},
                                                  {"E", Kind::end_of_case}};
    for (const CaseEscape& escape : case_escapes)
        if (reader_.accept(escape.letter)) {
            parts_.push_back({escape.kind});
            return;
        }
    if (reader_.accept("g<"))
        return add_group(reader_.read_until('>'), begin);
    if (reader_.accept("b"))
        return add(U'\b');

    const char32_t c = reader_.peek();
    const bool is_octal_number =
        c == U'0' || (is_octal(c) && is_octal(reader_.peek(1)) && is_octal(reader_.peek(2)));
    if (is_octal_number)
        return add(read_octal(reader_, Unit::character));
    if (is_digit(c)) { // \12 is group 12 or, with fewer groups, group 1 and a 2
        const bool has_two =
            is_digit(reader_.peek(1)) && (c - U'0') * 10 + (reader_.peek(1) - U'0') <= group_count_;
        return add_group(read_number(reader_, 10, has_two ? 2 : 1).value, begin);
    }
    if (is_letter(c)) {
        const std::optional<char32_t> character = read_character_escape(reader_, Unit::character);
        if (!character)
            reader_.fail_at(begin, std::string("unknown escape \\") + static_cast<char>(c));
        return add(*character);
    }
    if (c != U'\\' && c != U'$' && !is_delimiter(c))
        add(U'\\');
    add(reader_.next());
}

void Replacement::Parser::read_dollar(std::size_t begin) {
    const auto read_braced = [&] { add_group(reader_.read_until('}'), begin); };
    if (reader_.accept("$"))
        return add(U'$');
    if (reader_.accept("&"))
        return add_group(0, begin);
    if (reader_.accept("{") || reader_.accept("+{"))
        return read_braced();
    if (is_digit(reader_.peek()) && reader_.peek() != U'0')
        return add_group(read_number(reader_, 10, 9).value, begin);
    add(U'$');
}

Replacement::Replacement(std::string_view text, Range replacement, std::string_view delimiters,
                         std::size_t group_count, const GroupNames& group_names)
    : parts_(Parser(text, replacement, delimiters, group_count, group_names)()) {
}

void Replacement::append_to(std::string& result, std::string_view name,
                            std::span<const Range> groups) const {
    Kind letters = Kind::end_of_case, next_letter = Kind::end_of_case;
    const auto append = [&](std::string_view text) {
        if (letters == Kind::end_of_case && next_letter == Kind::end_of_case) {
            result += text;
            return;
        }
        for (const char c : text) {
            const Kind kind = next_letter != Kind::end_of_case ? next_letter : letters;
            const bool upper = kind == Kind::upper || kind == Kind::next_upper;
            result += kind == Kind::end_of_case ? c : upper ? to_upper(c) : to_lower(c);
            next_letter = Kind::end_of_case;
        }
    };
    for (const Part& part : parts_) {
        switch (part.kind) {
        case Kind::text:
            append(part.text);
            break;
        case Kind::group:
            append(name.substr(groups[part.group].begin,
                               groups[part.group].end - groups[part.group].begin));
            break;
        case Kind::next_upper:
        case Kind::next_lower:
            next_letter = part.kind;
            break;
        default:
            letters = part.kind;
        }
    }
}

} // namespace cg
