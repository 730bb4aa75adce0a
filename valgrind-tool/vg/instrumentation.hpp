// SPDX-License-Identifier: GPL-2.0-or-later
// Whether code is instrumented: switched by an option and by client requests, and switched
// off for the rest of the run when memory runs out.
#pragma once

#include "vg/output/profile.hpp"

namespace cg::vg {

// If false, code is translated without counting. After a change while the program runs, all
// translations must be discarded.
extern bool instrumenting;

// Switches counting on or off, and discards all translations, because they were made for the other
// state. Nothing happens if it is as wanted.
void switch_instrumentation(bool on);

// Handles lack of memory, between superblocks: prints an error, writes the profile of the counts so
// far, and switches counting off. The program continues.
void stop_out_of_memory();
// Does only the first two, where the program does not go on.
void write_out_of_memory();

// Returns true if memory ran out. Then the profile must not be written again.
bool stopped_out_of_memory();
// Returns the totals of the profile that was written when memory ran out.
Totals totals_when_stopped();

} // namespace cg::vg
