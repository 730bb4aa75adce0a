// SPDX-License-Identifier: GPL-2.0-or-later
// A regular expression that chooses names, in Python's syntax and most of Perl's: Boost.Regex over
// characters, whose classes and cases ICU knows.
#pragma once

#include "rewrite/python_syntax.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace cg {

struct SyntaxFlags {
    bool ignore_case = false; // i
    bool verbose = false;     // x
};

// A value; copies share what was compiled.
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

} // namespace cg
