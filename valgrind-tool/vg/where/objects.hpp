// SPDX-License-Identifier: GPL-2.0-or-later
// Which code is of a program or a library.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// Returns true if `address` is in code that was loaded from an object file and cannot be written.
bool is_in_object(Addr address);

} // namespace cg::vg
