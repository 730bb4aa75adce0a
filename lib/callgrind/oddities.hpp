// SPDX-License-Identifier: GPL-2.0-or-later
// Lines and numbers of other writers that Callgrind's format does not have.
#pragma once

#include "error/error.hpp"

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace cg {

// The kinds of what is passed over, each with one warning.
enum class Oddity {
    line,         // no rule knows it
    key,          // of a header, or of a place
    version,      // of the format
    position_key, // in positions:
    formula,      // of an event
    event_twice,
    sum,             // in summary: or totals:, no number or too many
    wrong_totals,    // they are not the sum of the counts
    wrapped_summary, // a number below 0, written without its sign
    early_summary,   // before events:
    name_number,     // undefined, or without ")"
    calls_number,
    calls_without_callee,
    calls_without_cost,
    position,
    line_number, // too large, or below 0
    count,       // no number
    fraction,
    wrapped_count, // as wrapped_summary
    extra_counts,
    lines_of_calls, // their sums are not those of the tree
};
inline constexpr std::size_t oddity_kinds = static_cast<std::size_t>(Oddity::lines_of_calls) + 1;

// Collects what is odd in a file. KCachegrind passes over whatever it does not know, and the files
// of many writers depend on that, so only a file of ours has errors instead.
class Oddities {
  public:
    // In a file of ours, throws ParseError of `what`. Otherwise keeps the first oddity of each
    // kind, and counts the others. `remedy` says what is read instead; both are calls that return a
    // string, because a file may be odd in every line.
    template <typename What, typename Remedy>
    void note(Oddity kind, const char* at, const What& what, const Remedy& remedy) {
        Noted& noted = noted_[static_cast<std::size_t>(kind)];
        if (++noted.times > 1)
            return;
        noted.first = ParseError{at, what()};
        if (is_strict_)
            throw ParseError{*noted.first};
        noted.remedy = remedy();
    }
    // Notes what is no error in a file of ours either.
    template <typename What>
    void note_harmless(Oddity kind, const char* at, const What& what) {
        if (is_strict_)
            return;
        Noted& noted = noted_[static_cast<std::size_t>(kind)];
        if (++noted.times == 1)
            noted.first = ParseError{at, what()};
    }

    // Notes what is left out of any file, also of ours. Must be called after be_strict().
    void note_left_out(Oddity kind, const char* at, const std::string& what) {
        noted_[static_cast<std::size_t>(kind)] = {
            .times = 1, .first = ParseError{at, what}, .remedy = {}};
    }

    // The file is one of ours. Throws the first error so far.
    void be_strict();
    bool is_strict() const { return is_strict_; }

    // Warns of each kind, in the order of their first positions: "WHAT: REMEDY (N times)".
    void tell(const std::function<void(const ParseError&)>& warn) const;

  private:
    struct Noted {
        std::size_t times = 0;
        std::optional<ParseError> first;
        std::optional<std::string> remedy; // nothing: it is harmless
    };
    std::array<Noted, oddity_kinds> noted_;
    bool is_strict_ = false;
};

} // namespace cg
