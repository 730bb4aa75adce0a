// SPDX-License-Identifier: GPL-2.0-or-later
// Header lines of Callgrind's format, and the events that they compute.
#pragma once

#include "callgrind/lines.hpp"
#include "error/expansion.hpp"
#include "model/header.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace cg {

// Events that a profile of Callgrind's format computes from others, in its event: lines:
//
//   line    ::= name ("=" formula)? (":" text)?     the text is a long name, which is not kept
//   formula ::= ("+" | "-")? term (("+" | "-") term)*
//   term    ::= (number "*"?)? event                an event of events:, or one with a formula
//                                                   in a line before
class EventFormulas {
  public:
    // Parses the text after "event:". Throws ParseError for a syntax error, and if another formula
    // of the event is known.
    void add(std::string_view text);

    // Returns the profile with the events of the formulas, computed for each count, after its own
    // ones. Since formulas are sums, totals are the sums of rows in the new events too. Throws
    // ParseError for an event that the profile does not have or that has counts already,
    // Error if the counts need too much memory, and std::overflow_error.
    Profile apply(Profile profile, const TableLimit& limit) const;

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

// Collects the header lines of Callgrind's format. Functions throw ParseError.
class CallgrindHeader {
  public:
    // Arguments are the text after the colon, as views into the file.
    // Throws for another version than 1, or than those before it that Xdebug names, 0.9.6.
    static void check_version(std::string_view text);
    void set_creator(std::string_view text);
    void add_desc(std::string_view text);
    void set_cmd(std::string_view text);
    static void set_positions(std::string_view names, CostLineParser& lines);
    // Begins a part. Returns true if it is the first.
    bool set_events(std::string_view names);

    const EventSet& events() const { return header_.events; }
    // Returns true if the writer ends each part with totals:, like Valgrind's tools and ours.
    bool must_have_totals() const { return must_have_totals_; }
    // Keeps the cost of the complete run, for an event whose counts add up to something else.
    void set_total_of_run(std::size_t event, Count total) {
        header_.totals_of_run.insert_or_assign(header_.events[event], total);
    }
    // Returns true if the writer is our tool or one of our commands.
    bool is_ours() const { return is_ours_; }
    Header take() { return std::move(header_); }

  private:
    Header header_;
    bool is_first_part_ = true;
    bool must_have_totals_ = false;
    bool is_ours_ = false;
};

} // namespace cg
