// SPDX-License-Identifier: GPL-2.0-or-later
// Writes the lines that profiles with and without calls have in common.
#pragma once

#include "sim/geometry.hpp"
#include "vg/count/event_set.hpp"
#include "vg/output/out_file.hpp"
#include "vg/output/profile.hpp"

namespace cg::vg {

// Writes the desc: lines of the caches, if caches are simulated.
void write_description(OutFile& out);
// Writes the desc: line that says why the part was written, if it is one of several.
void write_trigger(OutFile& out, const PartName& part);
// Writes the size, line size and associativity of a cache.
void write_geometry(OutFile& out, const sim::Geometry& cache);
// Writes the line of the command, which begins with `key`.
void write_command(OutFile& out, const HChar* key = "cmd: ");
// Writes the events: line, which ends with `end`.
void write_events(OutFile& out, const HChar* end);

// Writes a space before each count, and a newline at the end.
void write_counts(OutFile& out, const ULong* counts);
// Does the same, but omits zeros at the end.
void write_counts_to_last_nonzero(OutFile& out, const ULong* counts);

} // namespace cg::vg
