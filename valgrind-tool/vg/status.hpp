// SPDX-License-Identifier: GPL-2.0-or-later
// What callgrind's monitor command `status` prints.
#pragma once

namespace cg::vg {

// Prints the number of threads.
void print_status();
// Prints all that callgrind_control shows: numbers, counts, and the stacks of calls.
void print_internal_status();

} // namespace cg::vg
