// SPDX-License-Identifier: GPL-2.0-or-later
// Detects programs that confine themselves, which could not create the output file later.
#pragma once

namespace cg::vg {

// Registers callbacks for system calls that give up access to files; the first such call opens the
// output file (output/kept_file.hpp). To be called while the core starts.
void watch_confinement();

} // namespace cg::vg
