// SPDX-License-Identifier: GPL-2.0-or-later
// A compiled regular expression. Private to this room: the only header that shows Boost.Regex.
#pragma once

#include "error/error.hpp"

#include <boost/regex.hpp>
#include <string>
#include <string_view>

namespace cg {

// UsageError: `'TEXT', column N: WHAT`; columns count bytes of the text from 1.
[[noreturn]] void refuse_expression(std::string_view text, std::size_t column,
                                    const std::string& what);

// Compiles text[begin, end), in Perl's syntax. Throws UsageError that points into text.
boost::regex compile_expression(std::string_view text, std::size_t begin, std::size_t end,
                                boost::regex::flag_type flags);

// Runs match() and turns Boost's way of giving up on a pattern that backtracks without end
// into an Error that names the expression and the name it was tried on.
template <typename Match>
auto guarded_match(const std::string& expression, std::string_view name, Match match) {
    try {
        return match();
    } catch (const std::runtime_error&) {
        throw Error("'" + expression + "' takes too many steps on the name '" + std::string(name) +
                    "'");
    }
}

} // namespace cg
