// SPDX-License-Identifier: GPL-2.0-or-later
// Selects parts of a tree of calls.
#pragma once

#include "model/calls.hpp"

#include <functional>

namespace cg {

// Returns true for the functions to select.
using IsSelected = std::function<bool(CalledNumber)>;

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

// Replaces each recursive call by the function's first node on the path.
Calls fold_recursion(const Calls& calls);

// Removes nodes whose inclusive cost in the column has a magnitude below `min_cost`, and adds it to
// their callers' own cost.
Calls prune(const Calls& calls, std::size_t column, std::uint64_t min_cost);

} // namespace cg
