// SPDX-License-Identifier: GPL-2.0-or-later
// The files in which the program tells names of code that it makes: /tmp/perf-PID.map, and the
// jitdump file, which it maps as executable, so that profilers find it. Both grow while it runs.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// The functions of code that the program has made, as it told them: address and name, in the order
// of time. Memory is used again, so an address may have been
// in several functions.

struct JitEntry {
    Addr begin, last;
    const HChar* name; // interned
    SizeT number;      // from 0, in the order of time

    bool contains(Addr address) const { return begin <= address && address <= last; }
};

SizeT jit_entry_count();

// Returns the last entry that contains the address. Null: there is none.
const JitEntry* newest_jit_entry(Addr address);
// Returns the first entry that contains the address among those from `number` on.
const JitEntry* first_jit_entry(Addr address, SizeT number);

// To be called before the program starts: an older file is of another process.
void start_jit_files();

// To be called when the program may have created a file, when it has mapped one, and in a child.
void note_created_file();
void note_mapped_file(Addr start);
void forget_jit_files();

// False: read_jit_files() would look for no file.
bool may_have_jit_files();
// Reads what was added to the files as entries. Returns false if there is no such file. It
// is not looked for again before note_created_file().
bool read_jit_files();

} // namespace cg::vg
