// SPDX-License-Identifier: GPL-2.0-or-later
// Conditions on a difference, for gates: `Ir > +1%`, `function Ir > 5% and abs(Dw) > 1000`,
// `Ir > 0 and function Ir > 5%`.
//
//   condition  ::= comparisons | (comparisons "and")? "inclusive"? "function" comparisons
//   comparisons ::= comparison ("and" comparison)*
//   comparison ::= (event | "abs(" event ")") (">" | ">=" | "<" | "<=") number "%"?
//
// Comparisons before "function" are of the totals, those after it of each function. Percentages
// refer to the base, the first profile's count. If the base is 0, positive counts are above any
// percentage, and negative counts below.
#pragma once

#include "algebra/function_changes.hpp"
#include "model/fwd.hpp"

#include <optional>
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
    // Returns the column of the first event of its scope, by which failing rows are sorted. Throws
    // UsageError if the event is missing.
    std::size_t main_column(const EventSet& events) const;
    // Returns true if a change of the main event is in the direction of the condition: an increase
    // for `Ir > 1%`, a decrease for `Ir < -1%`, both for abs(Ir).
    bool concerns(Count change) const;
    // Returns true if it compares with a percentage.
    bool has_percentage() const;
    // Throws UsageError with the name of a missing event.
    void check_events(const EventSet& events) const;
    // Returns true if the comparisons of its scope hold: of the totals, or of a function.
    bool holds(const EventSet& events, std::span<const Count> difference,
               std::span<const Count> base) const;
    // Returns true if the comparisons before "function" hold for these totals, or if there are
    // none.
    bool totals_hold(const EventSet& events, std::span<const Count> difference,
                     std::span<const Count> base) const;

  private:
    using Compare = bool (*)(long double, long double); // the 64 bits hold every count
    struct Comparison {
        std::string event;
        bool is_absolute;
        Compare compare;
        long double value;
        bool is_percentage;
        bool of_functions; // it is after "function"

        bool holds(const EventSet& events, std::span<const Count> difference,
                   std::span<const Count> base) const;
    };
    const Comparison& main_comparison() const;
    std::size_t column_of(const Comparison& comparison, const EventSet& events) const;

    std::string text_;
    bool of_functions_ = false;
    bool is_inclusive_ = false;
    std::vector<Comparison> comparisons_; // all must hold
};

// The functions of a difference for which a condition holds: their numbers in
// FunctionChanges::functions. For a condition on the totals that holds, these are the functions
// whose main event changed in its direction. The largest change of that event comes first. Without
// a value the condition does not hold.
std::optional<std::vector<std::size_t>> failing_functions(const Condition& condition,
                                                          const FunctionChanges& changes);

} // namespace cg
