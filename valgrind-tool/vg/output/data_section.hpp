// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "vg/output/out_file.hpp"

namespace cg::vg {

// Writes the comments of --data-objects=yes: objects, their fields, and the cells of each line.
// Does not write an object without a cell.
void write_data_objects(OutFile& out);

} // namespace cg::vg
