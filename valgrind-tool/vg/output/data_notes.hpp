// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "vg/output/profile.hpp"

namespace cg::vg {

// Prints, after the summary, what --data-objects=yes could not know, if anything.
void print_data_notes(const Totals& totals);

} // namespace cg::vg
