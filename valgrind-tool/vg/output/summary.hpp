// SPDX-License-Identifier: GPL-2.0-or-later
// The summary at the end of a run.
#pragma once

#include "vg/output/profile.hpp"

namespace cg::vg {

// Prints the totals, misses and rates.
void print_summary(const Totals& totals);

// Prints callgrind's: the names of the events and the totals of all parts, and then the same.
void print_callgrind_summary(const Totals& totals);

} // namespace cg::vg
