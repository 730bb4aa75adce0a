// SPDX-License-Identifier: GPL-2.0-or-later
// Makes a profile of the lines of Callgrind's format.
#pragma once

#include "callgrind/header.hpp"
#include "callgrind/lines.hpp"
#include "callgrind/names.hpp"
#include "callgrind/oddities.hpp"
#include "callgrind/read.hpp"
#include "model/call_arcs.hpp"
#include "model/called_functions.hpp"
#include "model/calls.hpp"
#include "model/code_ranges.hpp"
#include "model/function_lines_builder.hpp"
#include "model/fwd.hpp"
#include "model/profile.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace cg {

// The kinds of lines, for messages.
inline constexpr const char* line_kinds = "fn=, calls=, a position, \"totals:\" or the like";

// Shared by the profiles of one file.
struct CallgrindFile {
    Oddities oddities{};
    CallgrindHeader header{oddities};
    CostLineParser lines{oddities};
    CompressedNames names{oddities};
    bool has_cr_lf = false;
    std::size_t rows = 0; // that profiles before have: the limit of memory is for all
};

// Builds a profile from the lines of Callgrind's format, in their order. Arguments are views into
// the file. Functions throw ParseError.
class CallgrindBuilder {
  public:
    // Both must outlive the builder.
    CallgrindBuilder(const CallgrindOptions& options, CallgrindFile& file);

    // The following lines are of a part that is left out: what they define is for other parts.
    void set_left_out(bool is_left_out) { is_left_out_ = is_left_out; }
    bool is_left_out() const { return is_left_out_; }
    // Returns true if a part began that is not left out.
    bool has_part() const { return parts_ > 0; }

    // A CR may be the last byte of a name in a file of ours. Other writers' files may have both
    // ends.
    bool lines_end_in_cr_lf() const { return has_cr_lf_ || !is_ours(); }
    // Header lines.
    void check_version(std::string_view text) { header_.check_version(text); }
    void set_creator(std::string_view text) {
        header_.set_creator(text);
        if (header_.is_ours())
            names_.keep_blanks();
    }
    void add_desc(std::string_view text) { header_.add_desc(text); }
    void set_cmd(std::string_view text) { header_.set_cmd(text); }
    void set_part(std::string_view text) { header_.set_part(text); }
    void set_thread(std::string_view text) { header_.set_thread(text); }
    void set_positions(std::string_view names) {
        header_.set_positions(names, lines_);
        is_entered_ = false;
    }
    void set_events(std::string_view names);
    void add_summary(std::string_view counts);
    // If the sum of the part's counts differs, throws ParseError, or notes it in another writer's
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

    // A header line that is not known.
    void pass_over_key(std::string_view line);

    // Skip the target of a jump, but intern the name, because other lines may use its number.
    void skip_file(std::string_view ref) { names_.file(ref); }
    void skip_function(std::string_view ref) { names_.function(ref); }

    // Names in a part that is left out, and its other lines.
    void define_object(std::string_view ref) { names_.define_object(ref); }
    void define_file(std::string_view ref) { names_.define_file(ref); }
    void define_function(std::string_view ref) { names_.define_function(ref); }
    void leave_out(std::string_view) {}

    // The following functions return the beginning of the next line.
    // Parses adjacent cost lines.
    const char* add_costs(const char* at, const char* end);
    // Parses the text after calls=, and the line after it. In files of others, the next cost line
    // may come later.
    const char* add_call(const char* at, const char* end);
    // Skips the text after jump= or jcnd=, and the line after it, as above.
    const char* skip_jump(const char* at, const char* end);
    // Passes over a line that no rule knows. Returns null in files of ours.
    const char* pass_over(const char* at, const char* end);
    // Parses a line that begins with #: a line of the tree, or a comment.
    const char* add_comment(const char* at, const char* end);
    // To be called for any other line.
    void end_tree() { is_in_tree_ = false; }

    // Returns the profile. `end` is the end of the file.
    Profile finish(const char* end);

  private:
    // The callee of the next call line.
    struct Called {
        std::optional<NameId> object, file;
        std::optional<FunctionRef> function;
    };
    struct Callee {
        NameId object, file, name;
    };
    // A call whose cost line has not come yet.
    struct Pending {
        const char* at;
        std::uint64_t calls;
        std::uint32_t line; // of the callee
    };
    NameId unknown();
    std::pair<FunctionId, FunctionId> two_functions(std::string_view numbers);
    void need_events(const char* at) const;
    void enter();
    void enter_code(NameId name);
    void end_part();
    void add_uncalled(FunctionId function, std::span<const Count> counts);
    FunctionId caller();
    bool is_root() const { return definition_ && definition_->root_at; } // the current function
    bool is_only_defined() const { return definition_ && definition_->is_only_defined; }
    FunctionDefinition::ObjectAndFile place_of_called();
    Callee take_called();
    std::uint64_t calls_of(const char* at, const char* end) const;
    void fill();
    void keep_place();
    void note_pending();
    const char* add_arc(const char* at, const char* end, const Pending& call);
    const char* parse_counts(const char* at, const char* end, std::span<Count> counts);
    void close_function();
    void add_to_run();
    void leave_place();
    const char* skip_to_place(const char* at, const char* end, const char* what) const;
    void add_own(FunctionId function);
    void settle_own();
    std::vector<bool> find_roots(std::vector<FunctionId>& new_numbers) const;
    void check_roots() const;
    void check_own_costs(FunctionLines lines) const;
    std::size_t row_count() const;
    void check_room();
    // The sums of a part, for each event of the file; nothing for those that are missing.
    using Sums = std::vector<std::optional<Count>>;
    Sums parse_sums(std::string_view text);
    std::optional<CallArcs> lines_of_calls(const CallTree& tree,
                                           std::span<const FunctionId> new_numbers) const;
    Calls finish_calls(FunctionLines lines, const std::vector<Count>& total);

    const CallgrindOptions& options_;
    // Of the file (CallgrindFile).
    Oddities& oddities_;
    CallgrindHeader& header_;
    CostLineParser& lines_;
    CompressedNames& names_;
    const bool& has_cr_lf_;
    std::size_t& rows_of_file_;

    bool is_left_out_ = false;
    std::vector<std::size_t> columns_; // of the part's events; empty: 0, 1, ...
    std::vector<Count> part_counts_;   // of a line, if there are columns_
    bool has_totals_ = true;           // of the current part; true before the first part

    CalledFunctions functions_; // without names until the end
    std::optional<NameId> unknown_;
    std::optional<NameId> object_, home_file_, file_, function_;
    bool is_bounded_ = false;                  // CallArcs::is_bounded()
    std::optional<NameId> flat_name_;          // of rows, if it is not function_
    FunctionDefinition* definition_ = nullptr; // of the current function
    bool has_fl_ = false;                      // the file, so far
    Called called_;
    std::optional<Callee> last_called_; // of the part, which the next call line may mean, too
    std::optional<Pending> pending_;
    bool awaits_jump_ = false;         // the next cost line is the place of a jump
    std::optional<Count> exact_calls_; // of the next call line
    bool is_open_ = false;             // a function was named, or has rows
    bool is_empty_ = true;             // it has neither rows nor calls
    bool is_entered_ = false;          // rows_ has a block for the current function
    std::optional<FunctionId> caller_; // the number of the current function, if known

    std::vector<FunctionId> alike_;
    std::vector<std::pair<FunctionId, FunctionId>> matched_;
    std::vector<FunctionDefinition*> only_defined_; // functions of empty blocks
    struct Root {
        FunctionId number;
        PathStart start;
        const char* at; // the line that says so
    };
    std::vector<Root> roots_; // perhaps with duplicates
    std::optional<FunctionLinesBuilder> lines_by_function_;
    std::optional<CallArcs> arcs_;
    std::optional<TreeLines> trees_;
    // Of lines with addresses.
    struct Code {
        CodeRangesBuilder ranges;
        std::size_t count = 0; // of lines that had a range
        // Of the rows that were entered last: the range without its address and line. Nothing if
        // they are of no object.
        std::optional<CodeRange> current{};
    };
    std::optional<Code> code_;
    bool is_in_tree_ = false;
    const char* tree_position_ = nullptr; // of the last #tree line
    // Of parts, if there are several: the cost of functions that no other called there.
    std::size_t parts_ = 0;
    std::size_t part_arcs_ = 0; // the number of arcs before the part
    std::vector<std::pair<FunctionId, std::vector<Count>>> part_own_; // but of the first part
    std::vector<std::size_t> called_in_part_; // by function: the last part, from 1
    std::unordered_map<FunctionId, std::vector<Count>> uncalled_;

    std::size_t rows_ = 0;
    std::size_t next_check_ = 0;  // the number of rows at which check_room() is called again
    std::vector<Count> counts_;   // of a line
    std::vector<WideCount> own_;  // of the current function, not yet added to part_ and total_
    std::vector<WideCount> part_; // of the part
    std::vector<WideCount> total_;
    Sums summary_;               // of the part; empty: it has none
    std::vector<WideCount> run_; // of the parts before: summaries, or else sums
};

} // namespace cg
