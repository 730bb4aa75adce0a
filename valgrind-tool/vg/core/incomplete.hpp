// SPDX-License-Identifier: GPL-2.0-or-later
// Whether counts of this run are missing because memory ran out.
#pragma once

namespace cg::vg {

// Set when counts are lost. Then the profile says so (write_incomplete()), the last line of the run
// does, and its exit status is not 0: a script that looks at that alone must not take the counts
// for those of the whole program.
inline constinit bool is_incomplete = false;

} // namespace cg::vg
