// SPDX-License-Identifier: GPL-2.0-or-later
// Who called whom: a tree, or only arcs. A value of its own, with its own names.
#pragma once

#include "model/call_arcs.hpp"
#include "model/call_tree.hpp"
#include "model/called_functions.hpp"

#include <variant>

namespace cg {

struct Calls {
    // Sorted, and the tree is canonical: two of the same calls are alike, but for the ids of
    // names.
    CalledFunctions functions;
    std::variant<CallTree, CallArcs> tree_or_arcs;
    // Of a tree: how often a function was let stand on a path, 0 for without a limit, and nodes
    // that were folded into their callers for want of room.
    std::uint64_t recursion = 0;
    std::uint64_t folded = 0;

    const CallTree* tree() const { return std::get_if<CallTree>(&tree_or_arcs); }
    // The tree's, or all that is known.
    CallArcs arcs() const {
        return tree() ? arcs_of(*tree(), functions) : std::get<CallArcs>(tree_or_arcs);
    }
    std::size_t event_count() const {
        return tree() ? tree()->event_count() : std::get<CallArcs>(tree_or_arcs).event_count();
    }
};

} // namespace cg
