// SPDX-License-Identifier: GPL-2.0-or-later
// Writes the lines that profiles with and without calls have in common.
#pragma once

#include "vg/count/event_set.hpp"
#include "vg/output/out_file.hpp"

namespace cg::vg {

// Writes the desc: lines of the caches, if caches are simulated.
void write_description(OutFile& out);
// Writes the cmd: line.
void write_command(OutFile& out);
// Writes the events: line.
void write_events(OutFile& out);

// Writes a space before each count, and a newline at the end.
void write_counts(OutFile& out, const ULong* counts);
// Does the same, but omits zeros at the end.
void write_counts_to_last_nonzero(OutFile& out, const ULong* counts);

} // namespace cg::vg
