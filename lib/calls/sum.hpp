// SPDX-License-Identifier: GPL-2.0-or-later
// Sums calls: trees by path, arcs by caller, position and callee.
#pragma once

#include "model/call_tree.hpp"
#include "model/calls.hpp"
#include "model/change.hpp"
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

// Each may be empty: the same names.
struct NewNames {
    CalledNameMap function = {};
    RowPlaceMap place = {}; // of rows, by the function that ran them
};

class CallsSum {
  public:
    explicit CallsSum(std::size_t event_count) : event_count_(event_count), lines_(event_count) {}

    // If one of the summands has arcs only, the sum has arcs. If one knows the lines of its calls,
    // the calls of others are at line 0; but if functions become one, no lines are known, because
    // some calls are recursive then. Throws std::overflow_error.
    // The caller changes the names of functions and the places of rows alike.
    void add(const Calls& calls, const Change& change = {}, const NewNames& names = {});
    Calls finish() &&;

  private:
    void add_tree(const CallTree& tree, const std::vector<FunctionId>& numbers,
                  const Change& change);
    void add_arcs(CallArcs& sum, const CallArcs& arcs, const CalledFunctions& functions,
                  const std::vector<FunctionId>& numbers, const Change& change,
                  const RowPlaceMap& new_place);
    void add_arcs_of_tree(CallArcs& sum);
    void add_lines_of_calls(const Calls& calls, const std::vector<FunctionId>& numbers,
                            const Change& change, const RowPlaceMap& new_place);
    void add_lines(const Calls& calls, const std::vector<FunctionId>& numbers, const Change& change,
                   const RowPlaceMap& new_place);
    void keep_arcs_only();

    static constexpr std::size_t enough_rows = 1 << 16; // to sum equal ones

    std::size_t event_count_;
    CalledFunctions functions_;
    std::optional<CallTreeBuilder> tree_;
    std::optional<CallArcs> arcs_;           // instead
    std::optional<CallArcs> lines_of_calls_; // beside the tree
    bool has_lost_lines_of_calls_ = false;
    FunctionLinesBuilder lines_;
    std::size_t rows_ = 0; // in lines_
    std::size_t rows_to_sum_ = enough_rows;
    bool is_empty_ = true;
    std::uint64_t recursion_ = 0;
    std::uint64_t folded_ = 0;
};

Calls changed(const Calls& calls, const Change& change, const NewNames& names = {});
Calls renamed(const Calls& calls, const NewNames& names);

// Returns a note for the user, or nothing if the sum has all that the profiles have.
std::optional<std::string> note_of_lost_calls(std::size_t profiles, std::size_t without_calls,
                                              std::size_t with_arcs_only);

} // namespace cg
