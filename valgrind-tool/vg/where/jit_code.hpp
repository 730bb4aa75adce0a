// SPDX-License-Identifier: GPL-2.0-or-later
// Names of code that no object has, from the files in which the program tells them (jit_files.hpp;
// --perf-map). A name may be told before the code runs for the first time, or later, or never.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// To be called before code is counted, when it is translated.
void note_translated(Addr address, SizeT length);
// The number of times that code without an object has been found where other code was before.
extern UInt jit_code_changes;

// Returns the name of the function that contains `address`, where no object is: its own name, which
// is interned; or a placeholder, which is text that no other code has and that says
// `unknown`; or `unknown` itself.
const HChar* jit_name_at(Addr address);

// A function whose name was told before its code ran. `name` is null if there is none.
struct JitFunction {
    const HChar* name;
    Addr begin;
};
JitFunction jit_function_around(Addr address);

// Returns true for placeholders, which jit_name_at() returned.
bool is_placeholder(const HChar* name);

// Reads the files again. After this, settled_name() returns the name that a placeholder
// resolved to, if it has; else `unknown` or, if more is counted later, the placeholder itself. It
// returns other names as they are.
void settle_jit_names(bool at_end);
const HChar* settled_name(const HChar* name);
// Returns where the function begins that a placeholder resolved to, else `address`.
Addr settled_begin(const HChar* name, Addr address);

} // namespace cg::vg
