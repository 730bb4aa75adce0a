// SPDX-License-Identifier: GPL-2.0-or-later
// s/old/new/flags: how users say which names are to be changed, and into what.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace cg {

// Perl's syntax: any delimiter (s,a,b, and s{a}{b} too), flags g, i and x; in the replacement
// \1, $1, ${1}, $&, ${name} for what was captured and $$ or \$ for a dollar. A value; copies
// share what was compiled.
class Substitution {
  public:
    // Throws UsageError that points at the column.
    explicit Substitution(std::string_view expression);

    // The name with the first match replaced (every match with g). Throws Error when the
    // expression backtracks without end, or when the result holds a newline, which no
    // profile can keep.
    std::string operator()(std::string_view name) const;

    const std::string& text() const { return text_; }

  private:
    struct Compiled;
    std::string text_;
    std::shared_ptr<const Compiled> compiled_;
};

// All of them, one after the other, each on what the one before it gave.
std::string substitute(std::span<const Substitution> substitutions, std::string_view name);

} // namespace cg
