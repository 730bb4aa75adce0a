// SPDX-License-Identifier: GPL-2.0-or-later
// A regular expression that chooses names.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace cg {

class Expression;

// Python's syntax and most of Perl's, as in a Substitution. A value; copies share what was
// compiled.
class Pattern {
  public:
    // Throws UsageError with the column of the error.
    explicit Pattern(std::string_view expression);

    // Returns true if it matches anywhere in the name. Throws Error if the expression backtracks
    // too much.
    bool is_in(std::string_view name) const;

    const std::string& text() const;

  private:
    std::shared_ptr<const Expression> expression_;
};

} // namespace cg
