// SPDX-License-Identifier: GPL-2.0-or-later
#include "rewrite/expression.hpp"

#include "error/error.hpp"
#include "rewrite/character_class.hpp"
#include "text/destination.hpp"
#include "text/utf8.hpp"

#include <algorithm>
#include <boost/regex.hpp>
#include <optional>
#include <unicode/uchar.h>
#include <unicode/utf8.h>
#include <vector>

namespace cg {
namespace {

// Answers Boost's questions about characters.
class CharacterTraits : public boost::cpp_regex_traits<wchar_t> {
  public:
    using char_class_type = ClassBits;

    static char_class_type lookup_classname(const wchar_t* begin, const wchar_t* end) {
        return class_bit(std::string(begin, end));
    }
    static bool isctype(wchar_t c, char_class_type classes) {
        return is_in_any(classes, static_cast<char32_t>(c));
    }
    static wchar_t translate_nocase(wchar_t c) {
        return static_cast<wchar_t>(u_tolower(static_cast<UChar32>(c)));
    }
    static wchar_t translate(wchar_t c, bool ignore_case) {
        return ignore_case ? translate_nocase(c) : c;
    }
    using cpp_regex_traits::translate;
};

using ByteRegex = boost::regex;
using CharacterRegex = boost::basic_regex<wchar_t, CharacterTraits>;

// Returns the first sentence of Boost's message. The others have a position, and a copy of the
// translated pattern, which the user does not know.
std::string first_sentence(const char* what) {
    std::string message = what;
    if (const auto end = message.find("  The error occurred"); end != std::string::npos)
        message.resize(end);
    while (!message.empty() && (message.back() == '.' || message.back() == ' '))
        message.pop_back();
    if (!message.empty() && message[0] >= 'A' && message[0] <= 'Z')
        message[0] = static_cast<char>(message[0] - 'A' + 'a');
    return message;
}

template <typename Regex>
Regex compile(const BoostExpression& expression) {
    return Regex(expression.text.begin(), expression.text.end(), boost::regex::perl);
}

bool is_ascii(std::string_view name) {
    return std::ranges::all_of(name, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// A name for Boost, by bytes, and the range of the name for each match.
class Bytes {
  public:
    explicit Bytes(std::string_view name) : name_(name) {}
    const char* begin() const { return name_.data(); }
    const char* end() const { return begin() + name_.size(); }
    Range range(const char* first, const char* last) const {
        return {static_cast<std::size_t>(first - begin()),
                static_cast<std::size_t>(last - begin())};
    }

  private:
    std::string_view name_;
};

class Characters {
  public:
    explicit Characters(std::string_view name) { // of UTF-8
        const auto* bytes = reinterpret_cast<const std::uint8_t*>(name.data());
        for (std::size_t i = 0; i < name.size();) {
            offsets_.push_back(i);
            UChar32 c = 0;
            U8_NEXT_UNSAFE(bytes, i, c);
            characters_ += static_cast<wchar_t>(c);
        }
        offsets_.push_back(name.size());
    }
    const wchar_t* begin() const { return characters_.data(); }
    const wchar_t* end() const { return begin() + characters_.size(); }
    Range range(const wchar_t* first, const wchar_t* last) const {
        return {offsets_[static_cast<std::size_t>(first - begin())],
                offsets_[static_cast<std::size_t>(last - begin())]};
    }

  private:
    std::wstring characters_;
    std::vector<std::size_t> offsets_; // of each character in the name, and of its end
};

Bytes units_of(std::string_view name, const ByteRegex&) {
    return Bytes(name);
}
Characters units_of(std::string_view name, const CharacterRegex&) {
    return Characters(name);
}

template <typename Regex>
void find_in(const Regex& regex, std::string_view name, bool all, const Expression::Found& found) {
    const auto units = units_of(name, regex);
    using Unit = typename Regex::value_type;
    boost::regex_iterator<const Unit*, Unit, typename Regex::traits_type> match(units.begin(),
                                                                                units.end(), regex);
    const decltype(match) end;
    std::vector<Range> groups;
    for (; match != end; ++match) {
        groups.clear();
        for (const auto& group : *match)
            groups.push_back(group.matched ? units.range(group.first, group.second) : Range());
        found(groups);
        if (!all)
            return;
    }
}

} // namespace

// Names of ASCII only, which are most, are matched by bytes: this is faster, and has the same
// result if the expression is ASCII, too.
struct Expression::Compiled {
    std::optional<ByteRegex> by_bytes;           // nothing if a look-behind has no length in bytes
    std::optional<CharacterRegex> by_characters; // nothing if the expression is not UTF-8
    bool is_ascii;
    std::size_t group_count;
    GroupNames group_names;

    // Calls `match` with one of the two regular expressions.
    template <typename Match>
    auto choose(const std::string& expression, std::string_view name, Match match) const;
};

template <typename Match>
auto Expression::Compiled::choose(const std::string& expression, std::string_view name,
                                  Match match) const {
    const bool characters = by_characters && !(is_ascii && cg::is_ascii(name)) && is_utf8(name);
    if (!characters && !by_bytes)
        throw Error(in_quotes(expression) + " has a look-behind that can't be used for the name " +
                    in_quotes(name) + ", which is not UTF-8");
    try {
        return characters ? match(*by_characters) : match(*by_bytes);
    } catch (const std::runtime_error&) { // Boost stops if a pattern backtracks too long
        throw Error(in_quotes(expression) + " takes too many steps on the name " + in_quotes(name));
    }
}

Expression::Expression(std::string_view text, Range pattern, SyntaxFlags flags) : text_(text) {
    BoostExpression bytes = translate(text, pattern, flags, Unit::byte);
    Compiled compiled{std::nullopt, std::nullopt, bytes.is_ascii, bytes.group_count,
                      std::move(bytes.group_names)};
    try {
        if (is_utf8(text.substr(pattern.begin, pattern.end - pattern.begin)))
            compiled.by_characters =
                compile<CharacterRegex>(translate(text, pattern, flags, Unit::character));
    } catch (const boost::regex_error& error) {
        throw_expression_error(text, pattern.begin + 1, first_sentence(error.what()));
    }
    try {
        compiled.by_bytes = compile<ByteRegex>(bytes);
    } catch (const boost::regex_error& error) {
        if (!compiled.by_characters)
            throw_expression_error(text, pattern.begin + 1, first_sentence(error.what()));
    }
    compiled_ = std::make_shared<const Compiled>(std::move(compiled));
}

std::size_t Expression::group_count() const {
    return compiled_->group_count;
}

const GroupNames& Expression::group_names() const {
    return compiled_->group_names;
}

bool Expression::is_in(std::string_view name) const {
    const auto search = [&](const auto& regex) {
        const auto units = units_of(name, regex);
        return boost::regex_search(units.begin(), units.end(), regex, boost::match_any);
    };
    return compiled_->choose(text_, name, search);
}

void Expression::find(std::string_view name, bool all, const Found& found) const {
    compiled_->choose(text_, name, [&](const auto& regex) { find_in(regex, name, all, found); });
}

} // namespace cg
