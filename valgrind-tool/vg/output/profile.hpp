// SPDX-License-Identifier: GPL-2.0-or-later
// The profile, in the format of cachegrind-out(5).
#pragma once

#include "vg/count/cost_centre.hpp"

namespace cg::vg {

struct Totals {
    ULong counts[EventSet::max_count];
};

// Updates all cost centres and returns the sums of their counts.
Totals compute_totals();

// What was counted until it was written, of the parts of a run.
struct PartName {
    UInt number;
    const HChar* trigger; // why it was written: two texts, one after the other; null: the only one
    const HChar* trigger_name;
};

// Writes the file. Prints an error and returns false if that fails.
// If there is no memory in the arena for a profile with calls, writes one without calls, which
// needs none.
bool write_profile(const Totals& totals, const PartName& part, const HChar* path);

} // namespace cg::vg
