// SPDX-License-Identifier: GPL-2.0-or-later
// Events that a profile of Callgrind's format computes from others, in its event: lines:
//
//   line    ::= name ("=" formula)? (":" text)?     the text is a long name, which is not kept
//   formula ::= ("+" | "-")? term (("+" | "-") term)*
//   term    ::= (number "*"?)? event                an event of events:, or one with a formula
//                                                   in a line before
#pragma once

#include "callgrind/read.hpp"
#include "model/profile.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace cg {

class EventFormulas {
  public:
    // Parses the text after "event:". Throws ParseError for a syntax error, and if another formula
    // of the event is known.
    void add(std::string_view text);

    // Returns the profile with the events of the formulas, computed for each count, after its own
    // ones. Since formulas are sums, totals are the sums of rows in the new events too. Throws
    // ParseError for an event that the profile does not have or that has counts already,
    // Error(options.source, ...) if the counts need too much memory, and std::overflow_error.
    Profile apply(Profile profile, const CallgrindOptions& options) const;

  private:
    struct Term {
        Count factor;
        std::string_view event; // a view into the file
        bool operator==(const Term&) const = default;
    };
    struct Formula {
        std::string_view name;
        std::vector<Term> terms;
    };
    static std::vector<Term> parse_terms(std::string_view text);

    std::vector<Formula> formulas_;
};

} // namespace cg
