// SPDX-License-Identifier: GPL-2.0-or-later
// Gives rows to the functions that ran them, when a tree of calls knows what each function cost,
// but the rows only say where the code is.
#pragma once

#include "model/calls.hpp"

#include <vector>

namespace cg {

// Returns what each function of a tree cost without its callees, then what each root did:
// event_count counts for each. Throws std::overflow_error.
std::vector<Count> own_costs(const CallTree& tree, std::size_t functions);
// Returns the same sums of rows.
std::vector<Count> own_costs(const FunctionLines& lines, std::size_t functions);

// Returns the rows, each given to the function that has it up to the function's own cost `wanted`,
// for each event by itself. The rest goes to the functions and roots that cost more than their
// rows. So neither the sums of lines nor the own costs of functions change, and no count is
// negative if no row and no own cost is. The sums of rows and of `wanted` must be equal.
FunctionLines settled(const FunctionLines& lines, const std::vector<Count>& wanted,
                      std::size_t functions);

// Returns the rows of a table by function: those of a file and name belong to the function of that
// file and name, or to the first one of that name, and are settled.
FunctionLines lines_of(const CostTable& costs, const Names& names, Calls& calls);

} // namespace cg
