// SPDX-License-Identifier: GPL-2.0-or-later
// The summary at the end of a run.
#pragma once

#include "vg/core/valgrind.hpp"
#include "vg/output/profile.hpp"

namespace cg::vg {

// Prints the totals, misses and rates.
void print_summary(const Totals& totals);

// Prints callgrind's: the names of the events and the totals of all parts, and then the same.
void print_callgrind_summary(const Totals& totals);

// Prints, after the summary, what --data-objects=yes could not know, if anything.
void print_data_notes(const Totals& totals);

// Prints the last line of a run, which names the file and the command that shows it, if messages go
// to a terminal: scripts that filter them never see it. Prints nothing for a pipe or a device.
void print_next_step(const HChar* path);

} // namespace cg::vg
