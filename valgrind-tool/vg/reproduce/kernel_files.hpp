// SPDX-License-Identifier: GPL-2.0-or-later
// Files of /proc and /sys that tell of the machine: the program opens a file in memory instead,
// which has a fixed text. So every way of reading it works, after fork, too.
#pragma once

#include "vg/reproduce/system_call.hpp"

namespace cg::vg::reproduce {

// Looks on which devices these file systems are.
void start_kernel_files();

// Replaces the file that the system call opened, or failed to open.
void replace_kernel_file(const SystemCall& call);

} // namespace cg::vg::reproduce
