// SPDX-License-Identifier: GPL-2.0-or-later
// Conditions on a difference, for gates: `Ir > +1%`, `function Ir > 5% and abs(Dw) > 1000`.
//
//   condition  ::= ("inclusive"? "function")? comparison ("and" comparison)*
//   comparison ::= (event | "abs(" event ")") (">" | ">=" | "<" | "<=") number "%"?
//
// Percentages refer to the base, the first profile's count. If the base is 0, positive counts are
// above any percentage, and negative counts below.
#pragma once

#include "model/profile.hpp"

#include <span>
#include <string>
#include <vector>

namespace cg {

class Condition {
  public:
    // Throws UsageError with the column of the error.
    explicit Condition(const std::string& text);

    const std::string& text() const { return text_; }
    // Returns true if the condition is about functions, false if it is about totals.
    bool is_of_functions() const { return of_functions_; }
    // Returns true for a condition on inclusive costs of functions.
    bool is_inclusive() const { return is_inclusive_; }
    // Returns the first event of the condition, by which failing rows are sorted.
    const std::string& main_event() const { return comparisons_.front().event; }
    // Returns true if a change of the main event is in the direction of the condition: an increase
    // for `Ir > 1%`, a decrease for `Ir < -1%`, both for abs(Ir).
    bool concerns(Count change) const;
    // Throws UsageError with the name of a missing event.
    void check_events(const EventSet& events) const;
    bool holds(const EventSet& events, std::span<const Count> difference,
               std::span<const Count> base) const;

  private:
    enum class Operator { more, at_least, less, at_most };
    struct Comparison {
        std::string event;
        bool is_absolute;
        Operator comparison;
        long double value; // its 64 bits hold every count
        bool is_percentage;
    };
    friend class ConditionParser;

    std::string text_;
    bool of_functions_ = false;
    bool is_inclusive_ = false;
    std::vector<Comparison> comparisons_; // all must hold
};

} // namespace cg
