// SPDX-License-Identifier: GPL-2.0-or-later
// Parts of grammars of Boost.Spirit X3. It compiles slowly: include this in .cpp files only.
#pragma once

#include "error/error.hpp"
#include "text/escaping.hpp"
#include "text/scan.hpp"

#include <algorithm>
#include <boost/spirit/home/x3.hpp>
#include <string>
#include <string_view>

namespace cg {

// x3::digit refuses bytes that are not ASCII by an assertion.
const auto ascii_digit = boost::spirit::x3::char_('0', '9');

// Returns a rule whose name messages print after "expected". Actions must be inside `parser`:
// named(...)[action] is a parser without this name, for which X3 prints the name of its C++ type.
template <typename Attribute = boost::spirit::x3::unused_type, typename Parser>
auto named(const char* name, const Parser& parser) {
    return boost::spirit::x3::rule<Parser, Attribute>{name} = parser;
}

// Parses all of the text from `begin` on; words may have blanks between them. Each operand of > in
// the grammar is a rule with a name. Throws UsageError: `'TEXT', column N: expected NAME`.
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

// A parser of Boost.Spirit X3 for the rest of a line and its end, which is not part of the
// attribute. The builder says whether lines end in CR LF: lines_end_in_cr_lf().
template <typename Builder>
struct RestOfLine : boost::spirit::x3::parser<RestOfLine<Builder>> {
    using attribute_type = std::string_view;
    static constexpr bool has_attribute = true;
    const Builder& builder;

    explicit RestOfLine(const Builder& b) : builder(b) {}

    template <typename Context, typename RContext, typename Attribute>
    bool parse(const char*& first, const char* const& last, const Context&, RContext&,
               Attribute& attribute) const {
        boost::spirit::x3::traits::move_to(take_line(first, last, builder.lines_end_in_cr_lf()),
                                           attribute);
        return true;
    }
};

} // namespace cg
