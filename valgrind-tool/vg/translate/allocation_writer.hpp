// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "vg/translate/ir.hpp"

namespace cg::vg {

// Writes the calls that observe allocation functions, at the beginning of the superblock of the
// code at `address`: of one that begins there, and of one that may return there.
void write_allocation_calls(IrWriter& ir, Addr address, const VexGuestLayout& guest);

} // namespace cg::vg
