// SPDX-License-Identifier: GPL-2.0-or-later
// Translates Python's regular expressions to those of Boost.Regex. Private to this room.
#pragma once

#include "rewrite/character_set.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace cg {

// The numbers of named groups.
using GroupNames = std::map<std::string, std::size_t, std::less<>>;

struct BoostExpression {
    std::wstring text; // in Perl's syntax; by bytes, each below 256
    std::size_t group_count = 0;
    GroupNames group_names;
    bool is_ascii = true; // it contains no character or byte outside ASCII
};

// Boost reads Perl's syntax, which resembles Python's. Differences are translated
// (\< as a character, $ as \z, {,2} as {0,2}, names of groups as numbers, ignoring case as sets
// of both cases). Of Perl, syntax that Python rejects is accepted too: (?<n>...), \k<n>, (?R),
// (?1), \Q...\E, \h, \z, \K, [[:alpha:]], flags after the beginning. Throws UsageError.
BoostExpression translate(std::string_view text, Range pattern, SyntaxFlags flags, Unit unit);

} // namespace cg
