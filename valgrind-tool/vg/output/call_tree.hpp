// SPDX-License-Identifier: GPL-2.0-or-later
// The tree of calls as the profile has it: in comments, which readers of Callgrind's format
// pass over.
#pragma once

#include "vg/output/name_numbers.hpp"
#include "vg/output/sorted_functions.hpp"

namespace cg::vg {

// Numbers functions by their ranks; their names were written before, with the numbers of `names`.
// Sorts the children of each node.
void write_call_tree(OutFile& out, const SortedFunctions& functions, CallNames& names);

} // namespace cg::vg
