// SPDX-License-Identifier: GPL-2.0-or-later
// Parts of calls: between functions, inclusive costs, selected paths.
#pragma once

#include "model/calls.hpp"
#include "model/grouped.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace cg {

// Calls from function to function, wherever in the caller they are.

// An arc for each caller and callee, without roots, and for each function the arcs to it and from
// it.
class CallsBetweenFunctions {
  public:
    // Throws std::overflow_error.
    explicit CallsBetweenFunctions(const Calls& calls);

    // At line 0, with the own cost of each function.
    const CallArcs& arcs() const { return arcs_; }
    // Numbers of arcs.
    std::span<const std::size_t> to(FunctionId callee) const { return to_[callee]; }
    std::span<const std::size_t> from(FunctionId caller) const { return from_[caller]; }

  private:
    CallArcs arcs_;
    Grouped<std::size_t> to_;
    Grouped<std::size_t> from_;
};

// Inclusive costs: the cost of functions and all functions that they called.

// Returns a row for each function. In a tree, a function counts once on each path,
// even if it is recursive. For arcs, sums the cost of all calls of the function by others; if there
// are none, its own cost and the cost of its calls of others. Throws std::overflow_error.
CountRows inclusive_costs(const Calls& calls);

// Returns the number of calls of each function, including calls by unknown callers.
std::vector<Count> numbers_of_calls(const Calls& calls);

// Selects parts of a tree of calls.

// Returns true for the functions to select.
using IsSelected = std::function<bool(FunctionId)>;

// `calls` must have a tree. Nodes that are kept keep their calls and own cost, unless said
// otherwise. The results have no rows by function, except of
// fold_recursion(), which changes no function's own cost. Throw std::overflow_error.

// Keeps the subtrees of the functions: paths begin with the outermost one.
Calls below(const Calls& calls, const IsSelected& is_selected);

// Keeps the callers of the functions: paths end with the outermost one, whose own cost becomes its
// inclusive cost. The own cost of the callers is dropped.
Calls above(const Calls& calls, const IsSelected& is_selected);

// Removes the functions: adds their own cost to their callers, which then call their callees.
Calls skip(const Calls& calls, const IsSelected& is_selected);

// Takes the functions from their callers: each begins a path, below the root of its path.
Calls detach(const Calls& calls, const IsSelected& is_selected);

// Replaces each recursive call by the function's first node on the path.
Calls fold_recursion(const Calls& calls);

// Removes nodes whose inclusive cost in the column has a magnitude below `min_cost`, and adds it to
// their callers' own cost.
Calls prune(const Calls& calls, std::size_t column, std::uint64_t min_cost);

// Inverts a tree of calls: the children of a function are its callers.

// `calls` must have a tree. In the result, the children of a root are all functions, each with its
// own cost as inclusive cost. The children of a node are its callers, which divide its inclusive
// cost among them: each has the part that its calls caused. A node's number of calls is that of
// calls of the first function of its path. Limits paths to `max_depth` functions. Throws
// std::overflow_error.
Calls callers_first(const Calls& calls, std::size_t max_depth);

} // namespace cg
