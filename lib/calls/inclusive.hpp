// SPDX-License-Identifier: GPL-2.0-or-later
// What functions cost together with all that they called.
#pragma once

#include "model/calls.hpp"

#include <vector>

namespace cg {

// By function, event_count counts each. A tree counts a function once on each path, however often
// it stands there. Of arcs, own cost and that of all calls but those to itself is added up: more
// than was counted where functions call each other in a circle. Throws std::overflow_error.
std::vector<Count> inclusive_costs(const Calls& calls);

// By function: how often it was called, also from no known caller.
std::vector<Count> numbers_of_calls(const Calls& calls);

} // namespace cg
