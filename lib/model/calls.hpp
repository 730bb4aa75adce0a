// SPDX-License-Identifier: GPL-2.0-or-later
// Who called whom: a tree, or only arcs. A value of its own, with its own names.
#pragma once

#include "model/call_arcs.hpp"
#include "model/call_tree.hpp"
#include "model/called_functions.hpp"
#include "model/function_lines.hpp"

#include <variant>

namespace cg {

struct Calls {
    // Functions are sorted, and the tree is canonical, so equal calls have equal values except for
    // the ids of names.
    CalledFunctions functions;
    std::variant<CallTree, CallArcs> tree_or_arcs;
    // Of a tree: how often a function may be on a path (0: no limit), and the number of nodes that
    // were folded into their callers to save memory.
    std::uint64_t recursion = 0;
    std::uint64_t folded = 0;
    // The rows of the profile by the function that ran them: they add up to its costs, and those of
    // a function to its own cost. Empty in calls that are only to be shown.
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

} // namespace cg
