// SPDX-License-Identifier: GPL-2.0-or-later
// Writes the tree of calls as comments, which other readers of Callgrind's format ignore.
#pragma once

#include "vg/output/name_numbers.hpp"
#include "vg/output/sorted_functions.hpp"

namespace cg::vg {

// Numbers functions by their ranks, and their names by `names`, which were written before. Sorts
// the children of each node.
void write_call_tree(OutFile& out, const SortedFunctions& functions, CallNames& names);

} // namespace cg::vg
