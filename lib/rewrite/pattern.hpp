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
    // Throws UsageError that points at the column.
    explicit Pattern(std::string_view expression);

    // Tells whether it is found anywhere in the name. Throws Error when the expression
    // backtracks without end.
    bool is_in(std::string_view name) const;

    const std::string& text() const;

  private:
    std::shared_ptr<const Expression> expression_;
};

} // namespace cg
