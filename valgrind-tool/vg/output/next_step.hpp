// SPDX-License-Identifier: GPL-2.0-or-later
// The last line of a run: which file was written, and the command that shows it.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// Prints the line, if messages go to a terminal: scripts that filter them never see it. Prints
// nothing for a pipe or a device.
void print_next_step(const HChar* path);

} // namespace cg::vg
