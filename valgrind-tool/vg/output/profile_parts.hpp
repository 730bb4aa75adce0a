// SPDX-License-Identifier: GPL-2.0-or-later
// Lines that profiles with and without calls have.
#pragma once

#include "vg/count/event_set.hpp"
#include "vg/output/out_file.hpp"

namespace cg::vg {

// desc: lines of the caches, if they are simulated
void write_description(OutFile& out);
// cmd:
void write_command(OutFile& out);
// events:
void write_events(OutFile& out);

// A space before each, a newline after them.
void write_counts(OutFile& out, const ULong* counts);
// The same without zeros at the end.
void write_counts_shortly(OutFile& out, const ULong* counts);

} // namespace cg::vg
