// SPDX-License-Identifier: GPL-2.0-or-later
// The structure of a profile file: header, names, summary and the position of each block of count
// lines. Count lines, most of the file, are located here and parsed later, in parallel.
#pragma once

#include "error/error.hpp"
#include "format/count_lines.hpp"
#include "model/containers.hpp"
#include "model/header.hpp"
#include "model/names.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace cg {

// Adjacent count lines of one function.
struct FunctionBlock {
    NameId file;
    NameId function;
    CountBlock counts;
};

struct ProfileLayout {
    std::string_view bytes; // of the file; all positions point into them
    Header header;
    bool has_header = false;            // if false, all other members are empty
    BorrowedNames names;                // in bytes
    GrowingArray<FunctionBlock> blocks; // in the order of the file
    std::vector<Count> summary;
    const char* summary_position = nullptr; // null: there is no summary
    std::optional<ParseError> error;        // the reason if scanning stopped early
};

// Reads all lines except count lines, up to the first line that violates the grammar of
// format/cachegrind.hpp. With `with_uncounted`, functions and files without counts have an empty
// block.
ProfileLayout scan_profile(std::string_view bytes, bool with_uncounted = false);

// Returns true if scanning stopped because the file is of Callgrind's format: the rest has a line
// that only that format has, or the summary is in the header.
bool continues_as_callgrind(const ProfileLayout& layout);

// Returns the number of rows before rows of equal lines are summed.
std::size_t row_count(const ProfileLayout& layout);

// Returns the totals. Throws ParseError if the summary differs, and std::overflow_error.
std::vector<Count> checked_summary(const ProfileLayout& layout, std::span<const WideCount> totals);

// Returns the number, from 1, of the line of a position. Lines are counted only when an error is
// reported.
std::size_t line_number_at(const char* position, std::string_view bytes);

// Builds a ProfileLayout: the actions of the grammar call it.
class LayoutBuilder {
  public:
    LayoutBuilder(ProfileLayout& layout, bool with_uncounted)
        : layout_(layout), with_uncounted_(with_uncounted) {}

    ProfileLayout& layout() { return layout_; }
    // Valid after the events: line.
    bool lines_end_in_cr_lf() const { return lines_end_in_cr_lf_; }

    // Throws ParseError for an event that occurs twice.
    void add_event(std::string_view event);
    // Must be called at the end of the events: line if it ends in CR LF. Only this line is
    // unambiguous, because an event contains no CR.
    void note_cr_lf();
    void finish_header();

    void start_file(std::string_view name);
    void change_file(std::string_view name);
    // Throws ParseError before the first file.
    void change_function(std::string_view name);
    // Throws ParseError before the first file.
    void add_block(const CountBlock& block);
    // Must be called once, at the end.
    void finish();

  private:
    void note_uncounted();
    void intern_pending_functions();

    ProfileLayout& layout_;
    const bool with_uncounted_;
    bool lines_end_in_cr_lf_ = false;
    std::vector<std::string> events_;
    std::unordered_set<std::string> known_events_;

    // The file and function of the next counts.
    std::optional<NameId> file_;
    std::string_view function_; // null data: no name yet
    bool is_uncounted_ = false; // no counts since the last name
    // The names of the functions of the last blocks. Looking up names in a large table takes most
    // of the time, so several hundred are looked up at once.
    std::vector<std::string_view> pending_functions_;
};

} // namespace cg
