// SPDX-License-Identifier: GPL-2.0-or-later
// Writes the tree of calls as comments, which other readers of Callgrind's format ignore.
#pragma once

#include "vg/output/call_functions.hpp"
#include "vg/output/name_numbers.hpp"

namespace cg::vg {

// Writes each function of a node as its index, plus 1, and names as their numbers. All must have
// been written before, and the children of each node be sorted (CallArcs::gather()).
void write_call_tree(OutFile& out, const CallFunctions& functions, CallNames& names);

} // namespace cg::vg
