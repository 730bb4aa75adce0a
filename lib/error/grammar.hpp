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
#include <utility>

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

// A parser of Boost.Spirit X3 that is a function, for lines that are most of a file and for their
// builders. It takes a position and the end of the file, and returns where to continue; null if
// nothing that it parses is there.
template <typename Function>
struct ParsedBy : boost::spirit::x3::parser<ParsedBy<Function>> {
    using attribute_type = boost::spirit::x3::unused_type;
    static constexpr bool has_attribute = false;
    Function function;

    explicit ParsedBy(Function f) : function(std::move(f)) {}

    template <typename Context, typename RContext, typename Attribute>
    bool parse(const char*& first, const char* const& last, const Context&, RContext&,
               Attribute&) const {
        const char* const next = function(first, last);
        if (next != nullptr)
            first = next;
        return next != nullptr;
    }
};

// Parses the rest of a line and its end, and calls take(text) without this end. The builder says
// whether lines end in CR LF: lines_end_in_cr_lf().
template <typename Builder, typename Take>
auto rest_of_line(const Builder& builder, Take take) {
    return ParsedBy([&builder, take](const char* at, const char* end) {
        take(take_line(at, end, builder.lines_end_in_cr_lf()));
        return at;
    });
}

// Returns the error of a token that the grammar did not expect.
inline ParseError unexpected(const boost::spirit::x3::expectation_failure<const char*>& failure,
                             const char* end) {
    return {failure.where(),
            "expected " + failure.which() + ", not " + word_at(failure.where(), end)};
}

} // namespace cg
