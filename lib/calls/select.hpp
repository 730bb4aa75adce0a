// SPDX-License-Identifier: GPL-2.0-or-later
// Parts of a tree of calls: by who is called, by who calls, without some functions.
#pragma once

#include "model/calls.hpp"

#include <functional>

namespace cg {

// Whether a function, by its number, is meant.
using IsSelected = std::function<bool(CalledNumber)>;

// All of these take calls with a tree. Whatever is left out, a node's calls and own cost are what
// they were, unless said otherwise. Throws std::overflow_error.

// What the functions call, and they themselves: paths begin with the outermost one.
Calls below(const Calls& calls, const IsSelected& is_selected);

// Who calls the functions: paths end with the outermost one, which has the cost of all below it;
// its callers' own cost is left out.
Calls above(const Calls& calls, const IsSelected& is_selected);

// Without these functions: their own cost is their callers', and they call what these called.
Calls skip(const Calls& calls, const IsSelected& is_selected);

// A function that is on the path already is the one that stands there.
Calls fold_recursion(const Calls& calls);

// Without nodes that cost less than min_cost in this column, all below them included: that is their
// callers' own cost. Of a difference, less is more to either side.
Calls prune(const Calls& calls, std::size_t column, std::uint64_t min_cost);

} // namespace cg
