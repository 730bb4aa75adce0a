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
    bool has_lines;      // the core knew the line of an instruction
    bool has_other_code; // it did not, in a function that the compiler made from a source
};

// Returns the object that the code at `address` is of, as it is loaded now. Null: of none whose
// debugging information or symbols the core has read.
CodeObject* code_object_at(Addr address);

// To be told of each instruction whether the core knew its line, and the function's name.
void note_line(Addr address, const HChar* function, bool is_known);

// Says of which objects the core has read no line, though they have debugging information: it does
// not read all that compilers write. To be called at the end.
void report_objects_without_lines();

// The object that was found last; the others follow (`next`).
const CodeObject* all_code_objects();

} // namespace cg::vg
