// SPDX-License-Identifier: GPL-2.0-or-later
// New events that are computed from others.
//
//   sum     ::= product (("+" | "-") product)*
//   product ::= factor (("*" | "/") factor)*
//   factor  ::= "-" factor | "(" sum ")" | integer | event
#pragma once

#include "model/profile.hpp"

#include <span>
#include <string>
#include <vector>

namespace cg {

class Derivation {
  public:
    // NAME=SUM, or the name of a preset: "cycles" is what the benchmarking crates of Rust take
    // for the cycles of a run, where a reference that hits L1 costs 1, LL 5 and memory 35.
    // Throws UsageError that points at the place.
    explicit Derivation(const std::string& text);

    const std::string& event() const { return event_; }

    // The profile with the event behind its others, computed for each row. A quotient is cut to
    // a whole number, and 0 where the divisor is 0. In a difference with bases (NAME@base) the
    // new event's base is computed too. Calls are dropped where the new event of all of them is
    // not that of all rows, as with quotients. Throws UsageError naming an event that is missing or
    // already there, and std::overflow_error.
    Profile apply(const Profile& profile) const;

  private:
    // In postfix order, for a stack.
    struct Step {
        char what; // + - * / ~ (negate), n (number) or e (event)
        Count number = 0;
        std::string event;
    };
    friend class DerivationParser;
    std::vector<std::size_t> columns(const EventSet& events, const std::string& suffix) const;
    void apply_to_calls(Profile& result, std::size_t events,
                        const std::vector<std::vector<std::size_t>>& sources) const;
    Count value(std::span<const Count> counts, const std::vector<std::size_t>& columns) const;

    std::string text_;
    std::string event_;
    std::vector<Step> steps_;
};

} // namespace cg
