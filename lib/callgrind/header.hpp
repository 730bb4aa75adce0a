// SPDX-License-Identifier: GPL-2.0-or-later
// Header lines of Callgrind's format, and the events that they compute.
#pragma once

#include "callgrind/file_part.hpp"
#include "callgrind/lines.hpp"
#include "callgrind/oddities.hpp"
#include "error/error.hpp"
#include "error/expansion.hpp"
#include "model/header.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cg {

// Events that a profile of Callgrind's format computes from others, in its event: lines:
//
//   line    ::= name ("=" formula)? (":" text)?     the text is a long name, which is not kept
//   formula ::= ("+" | "-")? term (("+" | "-") term)*
//   term    ::= (number "*"?)? event                an event of events:, or one with a formula
//                                                   in a line before
//
// Errors are oddities: a wrong formula is passed over, and an unknown event in it is 0.
class EventFormulas {
  public:
    explicit EventFormulas(Oddities& oddities) : oddities_(oddities) {}

    // Parses the text after "event:".
    void add(std::string_view text);

    // Returns the profile with the events of the formulas, computed for each count, after its own
    // ones. Since formulas are sums, totals are the sums of rows in the new events too. Throws
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
    void parse(std::string_view text);
    void pass_over(const ParseError& error) const;

    Oddities& oddities_;
    std::vector<Formula> formulas_;
};

// Collects the header lines of Callgrind's format. Functions throw ParseError in a file of ours,
// and note what is odd in others.
class CallgrindHeader {
  public:
    explicit CallgrindHeader(Oddities& oddities) : oddities_(oddities) {}

    // Arguments are the text after the colon, as views into the file.
    // Notes another version than 1, or than those before it that Xdebug names, 0.9.6.
    void check_version(std::string_view text) const;
    void set_creator(std::string_view text);
    void add_desc(std::string_view text);
    void set_cmd(std::string_view text);
    void set_part(std::string_view text);
    void set_thread(std::string_view text);
    void set_positions(std::string_view names, CostLineParser& lines) const;
    // The events of a part, by name and by their numbers among those of the file. Throws ParseError
    // if there are none.
    struct PartEvents {
        std::vector<std::string_view> names;
        std::vector<std::size_t> columns; // empty: 0, 1, ... as in the file
    };
    // Begins a part, whose events: line has this text: the header lines since the part before are
    // its own.
    FilePart begin_part(std::string_view events);
    // Returns false for an event that the profile has no column for. (A file of ours has an error
    // there.)
    bool has_columns_for(std::string_view events) const;
    // Adds the part that began to the profile. Its events have columns.
    PartEvents set_events(std::string_view names);
    // Sets the events of all parts, of which set_events() otherwise knows those of the first only.
    void expect_events(EventSet events) { header_.events = std::move(events); }

    const EventSet& events() const { return header_.events; }
    // Returns true if the writer ends each part with totals:, like Valgrind's tools and ours.
    bool must_have_totals() const { return must_have_totals_; }
    // Keeps the cost of the complete run, for an event whose counts add up to something else.
    void set_total_of_run(std::size_t event, Count total) {
        header_.totals_of_run.insert_or_assign(header_.events[event], total);
    }
    // Returns true if the writer is our tool or one of our commands.
    bool is_ours() const { return oddities_.is_strict(); }
    // Returns the header of the profile, and begins that of the next one.
    Header take();

  private:
    // Header lines of a part.
    struct PartLines {
        std::optional<std::uint64_t> number{}, thread{};
        std::string trigger{};
        std::vector<std::string> desc{};
        std::optional<std::string> cmd{};
    };
    void add_part_lines();
    void add_incomplete_line(const PartLines& lines);

    Oddities& oddities_;
    Header header_;             // of the profile
    PartLines lines_;           // since the last part began
    PartLines of_part_;         // of the last part
    PartLines of_file_;         // of the first part, which others need not repeat
    std::size_t parts_ = 0;     // of the file
    bool is_first_part_ = true; // of the profile
    bool must_have_totals_ = false;
};

// Returns the events of several events: lines, each once.
EventSet all_events(std::span<const std::string_view> lines);

} // namespace cg
