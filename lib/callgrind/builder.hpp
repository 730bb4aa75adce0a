// SPDX-License-Identifier: GPL-2.0-or-later
// Builds a profile from the lines of Callgrind's format, in their order. Arguments are views into
// the file. Functions throw ParseError.
#pragma once

#include "callgrind/compressed_names.hpp"
#include "callgrind/cost_lines.hpp"
#include "callgrind/header.hpp"
#include "callgrind/pending_calls.hpp"
#include "callgrind/read.hpp"
#include "callgrind/tree_lines.hpp"
#include "model/cost_table_builder.hpp"
#include "model/profile.hpp"
#include "model/wide_count.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cg {

class CallgrindBuilder {
  public:
    explicit CallgrindBuilder(CallgrindOptions options) : options_(std::move(options)) {}

    // Header lines.
    void set_creator(std::string_view text) { header_.set_creator(text); }
    void add_desc(std::string_view text) { header_.add_desc(text); }
    void set_cmd(std::string_view text) { header_.set_cmd(text); }
    void set_positions(std::string_view names) { CallgrindHeader::set_positions(names, lines_); }
    void set_events(std::string_view names);
    void check_summary(std::string_view counts);
    // Throws ParseError if the sum of the part's counts differs.
    void check_totals(std::string_view counts);

    // Set the function that following costs belong to.
    void set_object(std::string_view ref);
    void start_file(std::string_view ref);  // fl=
    void change_file(std::string_view ref); // fi=, fe=
    void set_function(std::string_view ref);
    // Set the function that the next call line calls.
    void set_called_object(std::string_view ref) { called_.object = names_.object(ref); }
    void set_called_file(std::string_view ref) { called_.file = names_.file(ref); }
    void set_called_function(std::string_view ref) { called_.name = names_.function(ref); }

    // Skip the target of a jump, but intern the name, because other lines may use its number.
    void skip_file(std::string_view ref) { names_.file(ref); }
    void skip_function(std::string_view ref) { names_.function(ref); }

    // The following functions return the beginning of the next line.
    // Parses adjacent cost lines.
    const char* add_costs(const char* at, const char* end);
    // Parses the text after calls=, and the line after it.
    const char* add_call(const char* at, const char* end);
    // Skips the text after jump= or jcnd=, and the line after it.
    const char* skip_jump(const char* at, const char* end);
    // Parses a line that begins with #: a line of the tree, or a comment.
    const char* add_comment(const char* at, const char* end);
    // To be called for any other line.
    void end_tree() { is_in_tree_ = false; }

    // Returns the profile. `end` is the end of the file.
    Profile finish(const char* end);

  private:
    struct Called {
        std::optional<NameId> object, file, name;
    };
    NameId unknown();
    void need_events(const char* at) const;
    void enter();
    CalledNumber caller();
    void close_function();
    void add_own(CalledNumber function);
    void check_room();
    void parse_sums(std::string_view text, std::vector<Count>& counts) const;
    Calls finish_calls(const std::vector<Count>& total);

    const CallgrindOptions options_;
    CallgrindHeader header_;
    bool has_totals_ = true; // of the current part; true before the first part
    CostLineParser lines_;

    CompressedNames names_;
    CalledFunctions functions_; // without names until the end
    std::optional<NameId> unknown_;
    std::optional<NameId> object_, home_file_, file_, function_;
    Called called_;
    bool is_open_ = false;               // a function was named, or has rows
    bool is_entered_ = false;            // costs_ has a block for the current function
    std::optional<CalledNumber> caller_; // the number of the current function, if known

    std::optional<CostTableBuilder> costs_;
    std::optional<CallArcs> arcs_;
    std::optional<PendingCalls> calls_; // of functions_ and arcs_
    std::optional<TreeLines> trees_;
    bool is_in_tree_ = false;
    const char* tree_position_ = nullptr; // of the last #tree line
    std::size_t rows_ = 0;
    std::size_t next_check_ = 0;       // the number of rows at which check_room() is called again
    std::vector<Count> counts_;        // of a line
    std::vector<WideCount> own_;       // of the current function, not yet added to part_ and total_
    std::vector<WideCount> elsewhere_; // of the current function, in the rows of others
    std::vector<WideCount> part_;      // of the part
    std::vector<WideCount> total_;
};

} // namespace cg
