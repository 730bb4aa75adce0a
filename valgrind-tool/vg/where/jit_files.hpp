// SPDX-License-Identifier: GPL-2.0-or-later
// The files in which the program tells names of code that it makes: /tmp/perf-PID.map, and the
// jitdump file, which it maps as executable, so that profilers find it. Both grow while it runs.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// To be called before the program starts: an older file is of another process.
void start_jit_files();

// To be called when the program may have created a file, when it has mapped one, and in a child.
void note_created_file();
void note_mapped_file(Addr start);
void forget_jit_files();

// False: read_jit_files() would look for no file.
bool may_have_jit_files();
// Reads what was added to the files (jit_entries.hpp). Returns false if there is no such file. It
// is not looked for again before note_created_file().
bool read_jit_files();

} // namespace cg::vg
