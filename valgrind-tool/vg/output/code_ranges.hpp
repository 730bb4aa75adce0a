// SPDX-License-Identifier: GPL-2.0-or-later
// The costs by address (--addresses=yes), in comments of the profile.
#pragma once

#include "vg/output/out_file.hpp"

namespace cg::vg {

// Writes the section `#addresses 1` of cachegrind-out(5): the counts of all instructions of
// objects. Neighbours of one line that cost the same are one range. The counts must be up to date:
// update_cost_centres().
void write_code_ranges(OutFile& out);

} // namespace cg::vg
