// SPDX-License-Identifier: GPL-2.0-or-later
// Evaluates the conditions of gates (condition.hpp), which compare the totals of two profiles,
// their functions, their objects of data, and their programs and libraries. Beside the profiles'
// events, these words have a change, unless the profiles have an event of that name:
//
//   calls                of the program: all calls; of a function: the calls of it; of a library:
//                        those by others
//   Blocks, Bytes, Live  of the program: all heap blocks that were allocated, the bytes that they
//                        asked for, and those that were live at most at one time; of an object: its
//   derived events       computed on each side from the counts of the total or the function; the
//                        change is the second value minus the first one, without rounding
#pragma once

#include "algebra/condition.hpp"
#include "algebra/derive.hpp"
#include "algebra/function_changes.hpp"
#include "model/profile.hpp"

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cg {

// A function, an object or a library for which a condition holds, and the change of the main event.
struct FailingRow {
    ChangedFunction function; // of an object or a library: its name, and no file
    Condition::EventChange change;
    bool is_new; // each event, not only the main one, was 0
};

// The report of a condition that holds.
struct Failure {
    std::string event;            // the main one
    Condition::EventChange total; // of it
    bool is_quotient;             // it is derived, and has fractions
    std::string_view noun;        // of a row: "function", "object" or "library"
    std::vector<FailingRow> rows; // the largest change first
};

class Gate {
  public:
    // `difference` is diff(first, second), which have their events in one order. They, and
    // `derived`, must outlive the object.
    Gate(const Profile& difference, const Profile& first, const Profile& second,
         std::span<const Derivation> derived);

    // Throws UsageError if the profiles lack what the condition compares, with what they have.
    void check(const Condition& condition);

    // Returns what to say if the condition holds: the functions, objects or libraries for which it
    // does or, of a condition on the totals, those whose main event changed in its direction.
    // Throws as check(), and std::overflow_error.
    std::optional<Failure> failure(const Condition& condition);

  private:
    using ChangeOfRow = std::function<Condition::EventChange(std::span<const Count> difference,
                                                             std::span<const Count> base)>;
    const FunctionChanges& table(Scope scope);
    EventSet events_of(Scope scope);
    std::string what_there_is(Scope scope);
    const Derivation* derivation_of(const EventSet& events, const std::string& event) const;
    bool can_be_compared(const EventSet& events, const std::string& event) const;
    // Returns how to compute the change of an event of a row of counts with these events.
    ChangeOfRow change_of(const EventSet& events, const std::string& event) const;
    std::map<std::string, ChangeOfRow> changes_of(const EventSet& events,
                                                  std::span<const std::string> names) const;
    Scope scope_of_rows(const Condition& condition) const;
    std::vector<FailingRow> failing_rows(const Condition& condition,
                                         const FunctionChanges& of) const;

    const Profile& difference_;
    const Profile& first_;
    const Profile& second_;
    std::span<const Derivation> derived_;
    EventSet total_events_;
    std::vector<Count> total_difference_, total_base_;
    std::map<Scope, FunctionChanges> tables_; // made when they are asked for
};

} // namespace cg
