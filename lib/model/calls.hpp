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
#include <optional>
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
    // Of a tree, if some of its calls have a line that is known: its arcs, by line. Their sums by
    // caller and callee are arcs_of() the tree.
    std::optional<CallArcs> lines_of_calls = {};

    const CallTree* tree() const { return std::get_if<CallTree>(&tree_or_arcs); }
    // Returns the arcs of the tree, or the arcs if there is no tree.
    CallArcs arcs() const {
        return lines_of_calls ? *lines_of_calls
               : tree()       ? arcs_of(*tree(), functions)
                              : std::get<CallArcs>(tree_or_arcs);
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

} // namespace cg
