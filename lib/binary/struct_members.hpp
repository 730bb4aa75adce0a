// SPDX-License-Identifier: GPL-2.0-or-later
// Reads the members of one struct from its debugging information.
#pragma once

#include "model/struct_layout.hpp"

#include <elfutils/libdw.h>

namespace cg::binary {

// Returns the layout of a struct, class or union that is defined there; without its name and where
// it is declared.
StructLayout layout_of(Dwarf_Die type);

} // namespace cg::binary
