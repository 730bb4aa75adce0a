// SPDX-License-Identifier: GPL-2.0-or-later
// Sums calls: trees by path, arcs by caller, position and callee.
#pragma once

#include "model/call_tree.hpp"
#include "model/calls.hpp"
#include "model/event_set.hpp"
#include "model/function_lines_builder.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cg {

struct CalledName {
    std::string object;
    std::string file;
    std::string name;
};
// Gets the number, too, because functions of different files and objects may have one name.
using CalledNameMap = std::function<CalledName(const CalledName&, FunctionId)>;

// Where reports by line have rows.
struct RowPlace {
    std::string file;
    std::string name;
    bool at_line_0 = false; // all of them
};
using RowPlaceMap =
    std::function<RowPlace(std::string_view file, std::string_view name, FunctionId function)>;
using RowLineMap = std::function<Line(std::string_view file, std::string_view name, Line line)>;

class CallsSum {
  public:
    // For each event of the sum, its column in the added calls, or nothing for 0.
    using Columns = std::vector<std::optional<std::size_t>>;
    struct Change {
        Columns columns = {};        // empty: the same events
        bool is_negative = false;    // subtracts counts and calls
        CalledNameMap new_name = {}; // of functions; empty: the same names
        RowPlaceMap new_place = {};  // of rows, by the function that ran them
        RowLineMap new_line = {};    // by the place that they had
    };

    explicit CallsSum(std::size_t event_count) : event_count_(event_count), lines_(event_count) {}

    // If one of the summands has arcs only, the sum has arcs. Throws std::overflow_error.
    // The names of functions and the places of rows are changed alike by the caller.
    void add(const Calls& calls, const Change& change);
    void add(const Calls& calls) { add(calls, Change{}); }
    Calls finish() &&;

  private:
    void add_tree(const CallTree& tree, const std::vector<FunctionId>& numbers,
                  const Change& change);
    void add_arcs(const CallArcs& arcs, const CalledFunctions& functions,
                  const std::vector<FunctionId>& numbers, const Change& change);
    void add_lines(const Calls& calls, const std::vector<FunctionId>& numbers,
                   const Change& change);
    void keep_arcs_only();
    void add_counts(std::span<Count> sum, std::span<const Count> counts,
                    const Change& change) const;

    static constexpr std::size_t enough_rows = 1 << 16; // to sum equal ones

    std::size_t event_count_;
    CalledFunctions functions_;
    std::optional<CallTreeBuilder> tree_;
    std::optional<CallArcs> arcs_; // instead
    FunctionLinesBuilder lines_;
    std::size_t rows_ = 0; // in lines_
    std::size_t rows_to_sum_ = enough_rows;
    bool is_empty_ = true;
    std::uint64_t recursion_ = 0;
    std::uint64_t folded_ = 0;
};

// Returns, for each event of `events`, its column in `in`, or nothing.
CallsSum::Columns columns_of(const EventSet& events, const EventSet& in);

// Returns the calls with a change.
Calls changed_calls(const Calls& calls, std::size_t event_count, const CallsSum::Change& change);

// Returns a note for the user, or nothing if the sum has all that the profiles have.
std::optional<std::string> note_of_lost_calls(std::size_t profiles, std::size_t without_calls,
                                              std::size_t with_arcs_only);

} // namespace cg
