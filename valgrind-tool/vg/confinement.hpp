// SPDX-License-Identifier: GPL-2.0-or-later
// Programs that confine themselves: afterwards the output file could not be created.
#pragma once

namespace cg::vg {

// Watches for the system calls by which a program gives up rights to files, and keeps the
// output file open from then on (output/kept_file.hpp). To be called while the core starts.
void watch_confinement();

} // namespace cg::vg
