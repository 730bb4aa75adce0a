// SPDX-License-Identifier: GPL-2.0-or-later
// Conditions on a difference, for gates: `Ir > +1%`, `function Ir > 5% and abs(Dw) > 1000`,
// `Ir > 0 and function Ir > 5%`.
//
//   condition  ::= comparisons | (comparisons "and")? scope comparisons
//   scope      ::= "inclusive"? "function" | "object" | "library"
//   comparisons ::= comparison ("and" comparison)*
//   comparison ::= (event | "abs(" event ")") (">" | ">=" | "<" | "<=") number "%"?
//
// Comparisons before the scope are of the totals, those after it of each function, object of
// data, or program and library. Percentages refer to the base, the first profile's count. If the
// base is 0, positive counts are above any percentage, and negative counts below.
#pragma once

#include "model/fwd.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace cg {

// The things that a comparison is made for.
enum class Scope { totals, function, inclusive_function, object, library };

class Condition {
  public:
    // Throws UsageError with the column of the error.
    explicit Condition(const std::string& text);

    const std::string& text() const { return text_; }
    // Returns the scope that it ends with.
    Scope scope() const { return scope_; }
    bool is_of_totals() const { return scope_ == Scope::totals; }
    // Returns the name of the first event of its scope, by which failing rows are sorted.
    const std::string& main_event() const { return main_comparison().event; }
    // Returns true if a change of the main event is in the direction of the condition: an increase
    // for `Ir > 1%`, a decrease for `Ir < -1%`, both for abs(Ir).
    bool concerns(long double change) const;
    // Returns the names of the events that it compares in the totals, or in its scope.
    std::vector<std::string> events_of(Scope scope) const;
    // Returns the percentages that it compares with.
    std::vector<long double> percentages() const;
    bool has_percentage() const { return !percentages().empty(); }
    // Throws UsageError with the name of a missing event.
    void check_events(const EventSet& events) const;
    // Returns true if the comparisons of its scope hold: of the totals, or of a function.
    bool holds(const EventSet& events, std::span<const Count> difference,
               std::span<const Count> base) const;
    // Returns true if the comparisons before its scope hold for these totals, or if there are
    // none.
    bool totals_hold(const EventSet& events, std::span<const Count> difference,
                     std::span<const Count> base) const;

    // The change of an event, and the first profile's count. (The 64 bits of a long double hold
    // every count.)
    struct EventChange {
        long double difference;
        long double base;
    };
    // Returns the change of the event of this name.
    using ChangeOf = std::function<EventChange(const std::string& event)>;
    // Returns true if all comparisons that are of totals, or all that are of its scope, hold. The
    // same as above, for changes that are not counts.
    bool all_hold(bool of_totals, const ChangeOf& change_of) const;

  private:
    using Compare = bool (*)(long double, long double);
    struct Comparison {
        std::string event;
        bool is_absolute;
        Compare compare;
        long double value;
        bool is_percentage;
        bool of_totals;

        bool holds(EventChange change) const;
    };
    const Comparison& main_comparison() const;

    std::string text_;
    Scope scope_ = Scope::totals;
    std::vector<Comparison> comparisons_; // all must hold
};

} // namespace cg
