// SPDX-License-Identifier: GPL-2.0-or-later
// The questions of a program that have other answers in each run.
#pragma once

#include "vg/reproduce/system_call.hpp"

namespace cg::vg::reproduce {

void note_unfixed(const SystemCall& call);
// A file that the program reads, which is none of the kernel's.
void note_file(const SystemCall& call);

// Prints one line, if there was any. To be called at the end.
void report_unfixed();

} // namespace cg::vg::reproduce
