// SPDX-License-Identifier: GPL-2.0-or-later
// Whether code is instrumented. Off by option or client request; for good when memory
// runs out.
#pragma once

#include "vg/output/profile.hpp"

namespace cg::vg {

// While off, code runs uninstrumented and nothing is counted. Whoever switches
// must discard all translations.
extern bool instrumenting;

// Memory has run out: says so, writes the profile of what was counted, and counts no
// more. The program goes on. Safe while a superblock is being translated.
void stop_out_of_memory();

// The profile has been written for that reason, and must not be again.
bool stopped_out_of_memory();
// What that profile says.
Totals totals_when_stopped();

} // namespace cg::vg
