// SPDX-License-Identifier: GPL-2.0-or-later
// The programs and libraries whose code was translated.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// A program or library that the program has loaded.
struct CodeObject {
    const HChar* path;
    const HChar* build_id; // in hexadecimal; empty: it has none, or its file can't be read
    Addr bias;             // what is added to addresses of the file, where it was loaded
    CodeObject* next;
    mutable UInt number; // for a writer of the profile
};

// Returns the object that the code at `address` is of, as it is loaded now. Null: of none whose
// debugging information or symbols the core has read, or out of memory.
const CodeObject* code_object_at(Addr address);

// The object that was found last; the others follow (`next`).
const CodeObject* all_code_objects();

} // namespace cg::vg
