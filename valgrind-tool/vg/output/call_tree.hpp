// SPDX-License-Identifier: GPL-2.0-or-later
// Writes the tree of calls as comments, which other readers of Callgrind's format ignore.
#pragma once

#include "vg/output/name_numbers.hpp"
#include "vg/output/sorted_functions.hpp"

namespace cg::vg {

// Writes each function as its rank, and each name as its number in `names`. All names must have
// been written before, and the children of each node be sorted (CallArcs::gather()).
void write_call_tree(OutFile& out, const SortedFunctions& functions, CallNames& names);

} // namespace cg::vg
