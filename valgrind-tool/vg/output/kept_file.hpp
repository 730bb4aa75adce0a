// SPDX-License-Identifier: GPL-2.0-or-later
// The output file of a program that gives up the right to create it.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// Opens the output file, and keeps it as it is and open in a descriptor that the program cannot
// see. To be called before the program confines itself. `path` is out_name(). Does nothing
// if a file is kept already, or if this one is not a regular file or cannot be opened.
void keep_out_file(const HChar* path);

// Returns the descriptor of the kept file, which the caller must close. -1: no file is kept for
// this path.
Int take_kept_file(const HChar* path);

// Closes the kept file. To be called in the child of a fork, which has a file of its own.
void drop_kept_file();

} // namespace cg::vg
