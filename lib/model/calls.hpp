// SPDX-License-Identifier: GPL-2.0-or-later
// Calls: functions, a tree or arcs, and the rows by the function that ran them.
#pragma once

#include "model/call_arcs.hpp"
#include "model/call_tree.hpp"
#include "model/called_functions.hpp"
#include "model/function_lines.hpp"
#include "model/fwd.hpp"

#include <cstddef>
#include <cstdint>
#include <variant>

namespace cg {

// The calls of a run: a tree, or only arcs. A value of its own, with its own names.
struct Calls {
    // Functions are sorted, and the tree is canonical, so equal calls have equal values except for
    // the ids of names.
    CalledFunctions functions;
    std::variant<CallTree, CallArcs> tree_or_arcs;
    // Of a tree: how often a function may be on a path (0: no limit), and the number of nodes that
    // were folded into their callers to save memory.
    std::uint64_t recursion = 0;
    std::uint64_t folded = 0;
    // The rows of the profile by the function that ran them: they add up to its costs, and the
    // rows of a function to its own cost. Empty in calls that are only to be shown.
    FunctionLines lines = {};

    const CallTree* tree() const { return std::get_if<CallTree>(&tree_or_arcs); }
    // Returns the arcs of the tree, or the arcs if there is no tree.
    CallArcs arcs() const {
        return tree() ? arcs_of(*tree(), functions) : std::get<CallArcs>(tree_or_arcs);
    }
    std::size_t event_count() const {
        return tree() ? tree()->event_count() : std::get<CallArcs>(tree_or_arcs).event_count();
    }
};

// Gives rows to the functions that ran them, when a tree of calls knows each function's cost,
// but the rows only say where the code is.

// Returns a row for each function of a tree, its cost without its callees, then one for each root.
// Throws std::overflow_error.
CountRows own_costs(const CallTree& tree, std::size_t functions);
// Returns the same sums of rows.
CountRows own_costs(const FunctionLines& lines, std::size_t functions);

// Returns the rows shared out anew, so that those of each function add up to its own cost `wanted`,
// which is done for each event by itself: a function keeps its rows up to that cost, and what is
// over goes to the functions and roots that cost more than their rows. So the sum of each line
// stays the same, and no count becomes negative if no row and no own cost is. The sums of rows and
// of `wanted` must be equal.
FunctionLines settled(const FunctionLines& lines, const CountRows& wanted, std::size_t functions);

// Returns the rows of a table by function: rows of a file and name belong to the function of that
// file and name, or to the first one of that name, and are settled.
FunctionLines lines_of(const CostTable& costs, const Names& names, Calls& calls);

} // namespace cg
