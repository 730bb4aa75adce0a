// SPDX-License-Identifier: GPL-2.0-or-later
#include "rewrite/substitution.hpp"

#include "rewrite/expression.hpp"

namespace cg {
namespace {

struct Range {
    std::size_t begin;
    std::size_t end;
};

struct Parts {
    Range pattern;
    Range replacement;
    std::size_t flags; // where they begin
};

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

// What closes a part that this character opens: brackets come in pairs.
char closing(char opening) {
    switch (opening) {
    case '(':
        return ')';
    case '[':
        return ']';
    case '{':
        return '}';
    case '<':
        return '>';
    default:
        return opening;
    }
}

// The end of the part that begins at `begin`, at its closing delimiter. Brackets nest.
std::size_t end_of_part(std::string_view text, std::size_t begin, char opening, const char* part) {
    std::size_t depth = 0;
    for (std::size_t i = begin; i < text.size(); ++i) {
        if (text[i] == '\\')
            ++i; // whatever comes, it is no delimiter
        else if (text[i] == closing(opening) && depth-- == 0)
            return i;
        else if (text[i] == opening && opening != closing(opening))
            ++depth;
    }
    refuse_expression(text, text.size() + 1,
                      std::string("the ") + part + " has no closing '" + closing(opening) + "'");
}

char delimiter_at(std::string_view text, std::size_t at) {
    if (at >= text.size())
        refuse_expression(text, at + 1, "a delimiter is missing");
    const char delimiter = text[at];
    if (is_letter(delimiter) || is_digit(delimiter) || is_blank(delimiter) || delimiter == '\\' ||
        delimiter == '_')
        refuse_expression(text, at + 1, std::string("'") + delimiter + "' can't be a delimiter");
    return delimiter;
}

Parts split(std::string_view text) {
    if (text.empty() || text[0] != 's')
        refuse_expression(text, 1, "an expression of the form s/old/new/ was expected");
    Parts parts{};
    const char delimiter = delimiter_at(text, 1);
    parts.pattern = {2, end_of_part(text, 2, delimiter, "pattern")};
    std::size_t next = parts.pattern.end + 1;
    char second = delimiter;
    if (closing(delimiter) != delimiter) { // s{old} {new}
        while (next < text.size() && is_blank(text[next]))
            ++next;
        second = delimiter_at(text, next++);
    }
    parts.replacement = {next, end_of_part(text, next, second, "replacement")};
    parts.flags = parts.replacement.end + 1;
    return parts;
}

// The replacement as Boost's format_perl wants it: it knows all but Python's \g<1>, which
// the current cg_annotate takes. A group that the pattern does not have is refused, since
// Boost would put nothing in its place.
std::string format_of(std::string_view text, Range replacement, std::size_t groups) {
    std::string format;
    for (std::size_t i = replacement.begin; i < replacement.end;) {
        const std::size_t start = i;
        const char c = text[i++];
        format += c;
        if ((c != '\\' && c != '$') || i >= replacement.end)
            continue;
        std::string_view rest = text.substr(i, replacement.end - i);
        std::string_view digits; // of the group
        std::size_t length = 1;  // of what follows the backslash or dollar
        if (c == '\\' && rest.substr(0, 2) == "g<") {
            const std::size_t close = rest.find('>');
            if (close == rest.npos)
                refuse_expression(text, start + 1, "\\g< has no closing '>'");
            digits = rest.substr(2, close - 2);
            length = close + 1;
        } else if (c == '$' && rest[0] == '{') {
            const std::size_t close = rest.find('}');
            if (close == rest.npos)
                refuse_expression(text, start + 1, "${ has no closing '}'");
            digits = rest.substr(1, close - 1);
            length = close + 1;
        } else if (is_digit(rest[0]) && rest[0] != '0') {
            while (c == '$' && length < rest.size() && is_digit(rest[length]))
                ++length; // $12 is the twelfth, \12 the first and a 2
            digits = rest.substr(0, length);
        } else {
            format += rest[0]; // an escape, $$, $&
            ++i;
            continue;
        }
        i += length;
        std::size_t group = 0;
        for (const char digit : digits) {
            if (!is_digit(digit) || group > groups)
                break;
            group = group * 10 + static_cast<std::size_t>(digit - '0');
        }
        if (digits.empty() || digits.find_first_not_of("0123456789") != digits.npos)
            refuse_expression(text, start + 1,
                              "'" + std::string(digits) + "' is no number of a group");
        if (group > groups)
            refuse_expression(text, start + 1,
                              "group " + std::string(digits) + " does not exist in the pattern");
        format.back() = '$';
        format += '{' + std::to_string(group) + '}';
    }
    return format;
}

} // namespace

struct Substitution::Compiled {
    boost::regex pattern;
    std::string format;
    boost::match_flag_type flags;
};

Substitution::Substitution(std::string_view expression) : text_(expression) {
    const Parts parts = split(text_);
    boost::regex::flag_type syntax = boost::regex::perl;
    auto flags = boost::format_perl | boost::format_first_only;
    for (std::size_t i = parts.flags; i < text_.size(); ++i) {
        switch (text_[i]) {
        case 'g':
            flags &= ~boost::format_first_only;
            break;
        case 'i':
            syntax |= boost::regex::icase;
            break;
        case 'x':
            syntax |= boost::regex::mod_x;
            break;
        default:
            refuse_expression(text_, i + 1,
                              std::string("unknown flag '") + text_[i] + "'; there are g, i and x");
        }
    }
    const boost::regex pattern =
        compile_expression(text_, parts.pattern.begin, parts.pattern.end, syntax);
    std::string format = format_of(text_, parts.replacement, pattern.mark_count());
    compiled_ = std::make_shared<Compiled>(Compiled{pattern, std::move(format), flags});
}

std::string Substitution::operator()(std::string_view name) const {
    std::string result;
    guarded_match(text_, name, [&] {
        boost::regex_replace(std::back_inserter(result), name.begin(), name.end(),
                             compiled_->pattern, compiled_->format, compiled_->flags);
    });
    if (result.find('\n') != result.npos)
        throw Error("'" + text_ + "' puts a newline into the name '" + std::string(name) + "'");
    return result;
}

std::string substitute(std::span<const Substitution> substitutions, std::string_view name) {
    std::string result(name);
    for (const Substitution& substitution : substitutions)
        result = substitution(result);
    return result;
}

} // namespace cg
