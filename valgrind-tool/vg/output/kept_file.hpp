// SPDX-License-Identifier: GPL-2.0-or-later
// The output file of a program that gives up the right to create it.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// Opens the output file and empties it, once for each process, and keeps it open in a
// descriptor that the program cannot see. To be called before the program confines itself.
// `path` has no % left. Does nothing if the file cannot be opened.
void keep_out_file(const HChar* path);

// Returns the descriptor of the kept file, which is the caller's from then on. -1: the file of
// this path is not kept.
Int take_kept_file(const HChar* path);

// Closes the kept file. To be called in the child of a fork, which has a file of its own.
void drop_kept_file();

} // namespace cg::vg
