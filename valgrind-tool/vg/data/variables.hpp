// SPDX-License-Identifier: GPL-2.0-or-later
// The static data of programs and libraries.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// Static data with one name. The names are interned.
struct StaticData {
    const HChar* name;    // of the variable, or of its section in parentheses; null: it is none
    const HChar* program; // path of the program or library
    Addr begin, end;
    bool is_variable; // else the range is a part of what has no symbol
    Addr in_file;     // address of a variable in its program or library
};

// To be called before the others.
void start_static_data();

// Returns the static data at the address, by what is loaded now.
StaticData static_data_at(Addr address);

// To be called when something is mapped or unmapped.
void forget_programs();

// Returns true if a part of the range may be static data: of a file of code, or its zeroed memory.
bool may_have_static_data(Addr begin, SizeT length);

} // namespace cg::vg
