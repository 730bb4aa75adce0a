// SPDX-License-Identifier: GPL-2.0-or-later
// What the lines of Callgrind's format say, put together.
#pragma once

#include "callgrind/header.hpp"
#include "callgrind/lines.hpp"
#include "callgrind/names.hpp"
#include "callgrind/read.hpp"
#include "model/call_arcs.hpp"
#include "model/called_functions.hpp"
#include "model/calls.hpp"
#include "model/function_lines_builder.hpp"
#include "model/fwd.hpp"
#include "model/profile.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace cg {

// Builds a profile from the lines of Callgrind's format, in their order. Arguments are views into
// the file. Functions throw ParseError.
class CallgrindBuilder {
  public:
    explicit CallgrindBuilder(CallgrindOptions options) : options_(std::move(options)) {}

    void note_first_line(std::string_view line) { has_cr_lf_ = line.ends_with('\r'); }
    // A CR may be the last byte of a name in a file of ours. Other writers' files may have both
    // ends.
    bool lines_end_in_cr_lf() const { return has_cr_lf_ || !is_ours(); }
    // Header lines.
    void check_version(std::string_view text) { CallgrindHeader::check_version(text); }
    void set_creator(std::string_view text) {
        header_.set_creator(text);
        if (header_.is_ours())
            names_.keep_blanks();
    }
    void add_desc(std::string_view text) { header_.add_desc(text); }
    void set_cmd(std::string_view text) { header_.set_cmd(text); }
    void set_positions(std::string_view names) { CallgrindHeader::set_positions(names, lines_); }
    void set_events(std::string_view names);
    void add_summary(std::string_view counts);
    // If the sum of the part's counts differs, throws ParseError, or warns of another writer's
    // file.
    void check_totals(std::string_view counts);

    // Set the function that following costs belong to.
    void set_object(std::string_view ref);
    void start_file(std::string_view ref);  // fl=
    void change_file(std::string_view ref); // fi=, fe=
    void set_function(std::string_view ref);
    // Set the function that the next call line calls.
    void set_called_object(std::string_view ref) { called_.object = names_.object(ref); }
    void set_called_file(std::string_view ref) { called_.file = names_.file(ref); }
    void set_called_function(std::string_view ref) { called_.function = names_.function(ref); }

    // Lines that only our tool and commands write, as comments.
    bool is_ours() const { return header_.is_ours(); }
    // Takes the text after "#name ".
    void announce_own_name(std::string_view text) { names_.announce_own_name(text); }
    void bound_costs_of_functions(std::string_view) { is_bounded_ = true; }
    void tell_functions_by_file(std::string_view) { functions_.set_apart_by_file(); }
    // Take two numbers of functions: both have one object and name, and no run had both; a
    // difference matched the first with the second.
    void add_alike(std::string_view text) { alike_.push_back(two_functions(text).second); }
    void add_matched(std::string_view text) { matched_.push_back(two_functions(text)); }
    // Takes the text after "#calls ": how many calls the next call line has, if not as many as it
    // says.
    void set_calls(std::string_view text);
    // Takes the text after "#lines", the name of the following rows in reports by line.
    void set_flat_name(std::string_view text);

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
        std::optional<NameId> object, file;
        std::optional<FunctionRef> function;
    };
    NameId unknown();
    std::pair<FunctionId, FunctionId> two_functions(std::string_view numbers);
    void need_events(const char* at) const;
    void enter();
    void end_part();
    void add_uncalled(FunctionId function, std::span<const Count> counts);
    FunctionId caller();
    bool is_root() const { return definition_ && definition_->is_root; } // the current function
    bool is_only_defined() const { return definition_ && definition_->is_only_defined; }
    FunctionDefinition::Place place_of_called();
    void close_function();
    void add_to_run();
    void leave_place();
    const char* skip_to_place(const char* at, const char* end, const char* what) const;
    void add_own(FunctionId function);
    std::vector<bool> find_roots(std::vector<FunctionId>& new_numbers) const;
    FunctionLines lines_with_own_costs(FunctionLines lines);
    void check_room();
    void parse_sums(std::string_view text, std::vector<Count>& counts) const;
    Calls finish_calls(FunctionLines lines, const std::vector<Count>& total);

    const CallgrindOptions options_;
    CallgrindHeader header_;
    bool has_totals_ = true; // of the current part; true before the first part
    CostLineParser lines_;

    CompressedNames names_;
    CalledFunctions functions_; // without names until the end
    std::optional<NameId> unknown_;
    std::optional<NameId> object_, home_file_, file_, function_;
    bool has_cr_lf_ = false;
    bool is_bounded_ = false;                  // CallArcs::is_bounded()
    std::optional<NameId> flat_name_;          // of rows, if it is not function_
    FunctionDefinition* definition_ = nullptr; // of the current function
    bool has_fl_ = false;                      // the file, so far
    Called called_;
    std::optional<Count> exact_calls_; // of the next call line
    bool is_open_ = false;             // a function was named, or has rows
    bool is_empty_ = true;             // it has neither rows nor calls
    bool is_entered_ = false;          // rows_ has a block for the current function
    std::optional<FunctionId> caller_; // the number of the current function, if known

    std::vector<FunctionId> alike_;
    std::vector<std::pair<FunctionId, FunctionId>> matched_;
    std::vector<FunctionDefinition*> only_defined_;       // functions of empty blocks
    std::vector<std::pair<FunctionId, PathStart>> roots_; // perhaps with duplicates
    std::optional<FunctionLinesBuilder> lines_by_function_;
    std::optional<CallArcs> arcs_;
    std::optional<TreeLines> trees_;
    bool is_in_tree_ = false;
    const char* tree_position_ = nullptr; // of the last #tree line
    // Of parts, if there are several: the cost of functions that no other called there.
    std::size_t parts_ = 0;
    std::size_t part_arcs_ = 0; // the number of arcs before the part
    std::vector<std::pair<FunctionId, std::vector<Count>>> part_own_; // but of the first part
    std::vector<std::size_t> called_in_part_; // by function: the last part, from 1
    std::unordered_map<FunctionId, std::vector<Count>> uncalled_;

    std::size_t rows_ = 0;
    std::size_t next_check_ = 0;       // the number of rows at which check_room() is called again
    std::vector<Count> counts_;        // of a line
    std::vector<WideCount> own_;       // of the current function, not yet added to part_ and total_
    std::vector<WideCount> elsewhere_; // of the current function, in the rows of others (old files)
    std::vector<WideCount> all_elsewhere_;
    bool has_elsewhere_ = false;
    std::vector<WideCount> part_; // of the part
    std::vector<WideCount> total_;
    std::vector<Count> summary_; // of the part; empty: it has none
    std::vector<WideCount> run_; // of the parts before: summaries, or else sums
    bool has_warned_ = false;
};

} // namespace cg
