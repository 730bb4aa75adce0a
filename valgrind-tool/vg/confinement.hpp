// SPDX-License-Identifier: GPL-2.0-or-later
// Detects programs that confine themselves, which could not create the output file later.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// Opens the output file (output/kept_file.hpp) before the first system call that gives up access to
// files. To be called before each system call, with its number.
void before_confinement(UInt number);

} // namespace cg::vg
