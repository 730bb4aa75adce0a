// SPDX-License-Identifier: GPL-2.0-or-later
// Code that another function has jumped into: its cost is that function's.
#pragma once

#include "vg/count/superblock.hpp"

namespace cg::vg {

// Counts a run of the group for the function that runs. Generated code calls it, and counts the run
// as not collected.
VG_REGPARM(1) void count_foreign(Group* group);
// Does the same with a misprediction of the branch at the end of the group.
VG_REGPARM(1) void count_foreign_miss(Group* group);

} // namespace cg::vg
