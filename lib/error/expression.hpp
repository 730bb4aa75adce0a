// SPDX-License-Identifier: GPL-2.0-or-later
// Parses the expression of an option by a grammar of Boost.Spirit X3. X3 compiles slowly: include
// this in .cpp files only.
#pragma once

#include "error/error.hpp"
#include "text/escaping.hpp"

#include <algorithm>
#include <boost/spirit/home/x3.hpp>
#include <string>

namespace cg {

// x3::digit refuses bytes that are not ASCII by an assertion.
const auto ascii_digit = boost::spirit::x3::char_('0', '9');

// Returns a rule whose name is in messages: what was expected. Actions must be inside `parser`:
// named(...)[action] is a parser without this name, for which X3 prints the name of its C++ type.
template <typename Attribute = boost::spirit::x3::unused_type, typename Parser>
auto named(const char* name, const Parser& parser) {
    return boost::spirit::x3::rule<Parser, Attribute>{name} = parser;
}

// Parses all of the text from `begin` on; blanks may stand between words. Each operand of > in the
// grammar is a rule with a name. Throws UsageError: `'TEXT', column N: expected NAME`.
template <typename Grammar>
void parse_expression(const std::string& text, std::size_t begin, const Grammar& grammar) {
    namespace x3 = boost::spirit::x3;
    auto at = text.begin() + static_cast<std::ptrdiff_t>(begin);
    try {
        x3::phrase_parse(at, text.end(), x3::eps > grammar, x3::char_(" \t"));
    } catch (const x3::expectation_failure<std::string::const_iterator>& failure) {
        const auto offset = static_cast<std::size_t>(failure.where() - text.begin());
        const std::size_t column = std::min(text.find_first_not_of(" \t", offset), text.size()) + 1;
        throw UsageError(in_quotes(text) + ", column " + std::to_string(column) + ": expected " +
                         failure.which());
    }
}

} // namespace cg
