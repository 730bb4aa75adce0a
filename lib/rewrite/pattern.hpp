// SPDX-License-Identifier: GPL-2.0-or-later
// Regular expressions that choose names, in Python's syntax and most of Perl's.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unicode/umachine.h>
#include <vector>

namespace cg {

// Python's regular expressions and replacements, written as Boost.Regex reads them: in Perl's
// syntax, which is nearly the same. Private to this module.

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

// Translates syntax that has another meaning in Perl, or none: ^ and $ are the ends of the name,
// \< and the like the character, {,2} is {0,2}, (?P<n>...), (?P=n), \u00e9, \B at the ends of a
// name, a reference to a group that did not match. Throws UsageError for an unknown escape.
BoostPattern translate_pattern(ExpressionPart pattern);

// Translates \1, \g<1>, \g<name>, and a backslash before punctuation, which is one, unless the
// punctuation is a delimiter. $1, ${1}, ${name}, $+{name}, $&, $$, \$, \U, \L, \u, \l and \E are
// those of Perl. Throws UsageError, for example for a group that the pattern does not have.
Characters translate_replacement(ExpressionPart replacement, std::string_view delimiters,
                                 std::size_t group_count, const GroupNames& group_names);

// A regular expression that chooses names, in Python's syntax and most of Perl's: Boost.Regex over
// characters, whose classes and cases ICU knows.
struct SyntaxFlags {
    bool ignore_case = false; // i
    bool verbose = false;     // x
};

// A value; copies share the compiled expression.
class Pattern {
  public:
    // Both throw UsageError with the column of the error in the text.
    explicit Pattern(std::string_view text);
    Pattern(ExpressionPart pattern, SyntaxFlags flags);

    const std::string& text() const { return text_; } // all of it
    std::size_t group_count() const;
    const GroupNames& group_names() const;

    // Returns true if it matches anywhere in the name. This and replaced() throw Error if it
    // backtracks too much.
    bool is_in(std::string_view name) const;
    // Returns the name with the first match, or all matches, replaced by `format` (of
    // translate_replacement()).
    std::string replaced(std::string_view name, const Characters& format, bool all) const;

  private:
    struct Compiled;
    std::string text_;
    std::shared_ptr<const Compiled> compiled_;
};

// Returns true if any of the patterns is in the name.
bool any_is_in(std::span<const Pattern> patterns, std::string_view name);

} // namespace cg
