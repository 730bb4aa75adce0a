// SPDX-License-Identifier: GPL-2.0-or-later
// Python's regular expressions and replacements, written as Boost.Regex reads them: in Perl's
// syntax, which is nearly the same. Private to this room.
#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unicode/umachine.h>
#include <vector>

namespace cg {

// Characters. A byte that is not part of valid UTF-8 is one of U+DC80 to U+DCFF, as in Python's
// names of files.
using Characters = std::vector<UChar32>;
Characters decode(std::string_view bytes);
void append_encoded(std::string& bytes, std::span<const UChar32> characters);

// Throws UsageError: `'TEXT', column N: WHAT`. Columns count bytes of the text from 1.
[[noreturn]] void throw_expression_error(std::string_view text, std::size_t column,
                                         const std::string& what);

// A part of an expression: bytes [begin, end) of a text that errors quote.
struct ExpressionPart {
    std::string_view text;
    std::size_t begin = 0;
    std::size_t end = 0;
};

using GroupNames = std::set<std::string, std::less<>>;

struct BoostPattern {
    Characters characters;
    std::vector<std::size_t> columns; // of each character in the text, and of the part's end
    GroupNames group_names;
};

// Translates what has another meaning in Perl's syntax or none: ^ and $ are the ends of the name,
// \< and the like the character, {,2} is {0,2}, (?P<n>...), (?P=n), \u00e9, \B at the ends of a
// name, a reference to a group that did not match. Throws UsageError for an unknown escape.
BoostPattern translate_pattern(ExpressionPart pattern);

// Translates \1, \g<1>, \g<name>, and a backslash before punctuation, which is one, unless the
// punctuation is a delimiter. $1, ${1}, ${name}, $+{name}, $&, $$, \$, \U, \L, \u, \l and \E are
// those of Perl. Throws UsageError, for example for a group that the pattern does not have.
Characters translate_replacement(ExpressionPart replacement, std::string_view delimiters,
                                 std::size_t group_count, const GroupNames& group_names);

} // namespace cg
