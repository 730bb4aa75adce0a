// SPDX-License-Identifier: GPL-2.0-or-later
// Inclusive costs: the cost of functions and all functions that they called.
#pragma once

#include "model/calls.hpp"

#include <vector>

namespace cg {

// Returns event_count counts for each function. In a tree, a function counts once on each path,
// even if it is recursive. For arcs, sums the cost of all calls of the function by others; if there
// are none, its own cost and that of its calls of others. Throws std::overflow_error.
std::vector<Count> inclusive_costs(const Calls& calls);

// Returns the number of calls of each function, including calls by unknown callers.
std::vector<Count> numbers_of_calls(const Calls& calls);

} // namespace cg
