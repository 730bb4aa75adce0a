// SPDX-License-Identifier: GPL-2.0-or-later
// Conditions on a difference, for gates: `Ir > +1%`, `function Ir > 5% and abs(Dw) > 1000`.
//
//   condition  ::= ("inclusive"? "function")? comparison ("and" comparison)*
//   comparison ::= (event | "abs(" event ")") (">" | ">=" | "<" | "<=") number "%"?
//
// A percentage is one of the base, the first profile's count. Where the base is 0, what is
// above 0 is above any percentage, what is below 0 below any.
#pragma once

#include "model/profile.hpp"

#include <span>
#include <string>
#include <vector>

namespace cg {

class Condition {
  public:
    // Throws UsageError that points at the place.
    explicit Condition(const std::string& text);

    const std::string& text() const { return text_; }
    // Holds for some function, or else for the totals.
    bool is_of_functions() const { return of_functions_; }
    // Of functions with all that they call.
    bool is_inclusive() const { return is_inclusive_; }
    // The first event that it asks for: what offenders are sorted by.
    const std::string& main_event() const { return comparisons_.front().event; }
    // Whether a change of the main event is in the direction that it asks for: what grew for
    // `Ir > 1%`, what shrank for `Ir < -1%`, both for abs(Ir).
    bool concerns(Count change) const;
    // Throws UsageError that names an event that the profile has not.
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
