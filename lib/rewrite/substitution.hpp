// SPDX-License-Identifier: GPL-2.0-or-later
// s/old/new/flags: how users say which names are to be changed, and into what.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace cg {

// The regular expressions of Python's re, which the cg_annotate that comes with Valgrind takes,
// and of Perl, which the older cg_diff took, where they do not contradict. Any punctuation can
// be the delimiter (s,a,b, and s{a}{b} too); flags are g, i and x. A value; copies share what was
// compiled.
class Substitution {
  public:
    // Throws UsageError that points at the column.
    explicit Substitution(std::string_view expression);

    // The name with the first match replaced (every match with g). Throws Error when the
    // expression backtracks without end, or when the result holds a newline, which no
    // profile can keep.
    std::string operator()(std::string_view name) const;

    const std::string& text() const;

  private:
    struct Compiled;
    std::shared_ptr<const Compiled> compiled_;
};

// All of them in order, each on the result of the one before it.
std::string substitute(std::span<const Substitution> substitutions, std::string_view name);

} // namespace cg
