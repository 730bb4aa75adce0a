// SPDX-License-Identifier: GPL-2.0-or-later
#include "rewrite/pattern.hpp"

#include "error/error.hpp"
#include "text/escaping.hpp"

#include <algorithm>
#include <boost/regex/icu.hpp>
#include <cctype>
#include <iterator>

namespace cg {
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

// Calls `search`, and makes an Error of what Boost throws if a pattern backtracks too long.
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
