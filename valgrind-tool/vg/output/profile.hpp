// SPDX-License-Identifier: GPL-2.0-or-later
// The profile: what cachegrind-out(5) describes.
#pragma once

#include "vg/count/cost_centre.hpp"

namespace cg::vg {

struct Totals {
    ULong counts[EventSet::max_count];
};

// Brings all counts up to date and adds them up.
Totals compute_totals();

// Writes the file, whose name is expanded now; says so if it can't. Needs no
// memory of the arena.
void write_profile(const Totals& totals);

} // namespace cg::vg
