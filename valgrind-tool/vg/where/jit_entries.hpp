// SPDX-License-Identifier: GPL-2.0-or-later
// What the program has told about code that it made (jit_files.hpp): where each function is, and
// its name, in the order in which it told so. Memory is used again, so an address may have been
// in several functions.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

struct JitEntry {
    Addr begin, last;
    const HChar* name; // interned
    SizeT number;      // from 0, in the order of time

    bool contains(Addr address) const { return begin <= address && address <= last; }
};

// Without memory it is lost.
void add_jit_entry(Addr begin, Addr last, const HChar* name);
SizeT jit_entry_count();

// Returns the last entry that contains the address. Null: there is none.
const JitEntry* newest_jit_entry(Addr address);
// Returns the first entry that contains the address among those from `number` on.
const JitEntry* first_jit_entry(Addr address, SizeT number);

} // namespace cg::vg
