// SPDX-License-Identifier: GPL-2.0-or-later
// The inclusive costs of functions by their arcs, and the arcs from the root that these need.

// In a profile without a tree, the calls of a function by others add up to its inclusive cost, and
// a function that no other called has its own cost and the cost of its calls. So a sum of two such
// profiles must know which part of a function's cost was not called.
#pragma once

#include "model/call_arcs.hpp"

namespace cg {

// Returns a row for each function. Throws std::overflow_error.
CountRows inclusive_costs_of(const CallArcs& arcs, std::size_t functions);
// Calls set_bounded(true) if the calls of any function that is not recursive cost more than the
// function's own cost and that of the calls that it makes.
void bound_costs(CallArcs& arcs, std::size_t functions);

// Takes the cost from the calls of functions by themselves: another call has it already.
void clear_self_calls(CallArcs& arcs);
// Adds an arc from the root of unknown callers to each function that others called, but that cost
// more than these calls: it ran uncalled, too. Not to one that may call itself through others,
// because the arcs of such functions do not add up.
void add_rest_of_called(CallArcs& arcs, const CalledFunctions& functions);
// Adds an arc from the root of unknown callers to each function that no other called.
void add_uncalled(CallArcs& arcs, const CalledFunctions& functions);
// Returns the arcs without those that add_uncalled() would add again.
CallArcs without_uncalled(CallArcs arcs, std::size_t functions);

} // namespace cg
