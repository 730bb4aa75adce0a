// SPDX-License-Identifier: GPL-2.0-or-later
// Reads the members of one struct from its debugging information.
#pragma once

#include "model/struct_layout.hpp"

#include <elfutils/libdw.h>

namespace cg::binary {

// Returns the type without the names and qualifiers that it was given; the definition of one that
// is in a unit of its own.
Dwarf_Die peeled(Dwarf_Die type);

// Returns the layout of a struct, class or union that is defined there; without its name and where
// it is declared.
StructLayout layout_of(Dwarf_Die type);

} // namespace cg::binary
