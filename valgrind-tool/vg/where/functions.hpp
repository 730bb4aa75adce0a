// SPDX-License-Identifier: GPL-2.0-or-later
// Which function an address is in, asking the debug information as seldom as
// exactness allows.
#pragma once

#include <stddef.h>

#include "vg/core/valgrind.hpp"

namespace cg::vg {

inline constexpr const HChar unknown[] = "???"; // the name of what has none

// The name of the function that `address` is in, or `unknown`; kept for ever. `last`
// is the last byte of the code to be asked about next, not before `address`.
// Null: out of memory.
const HChar* function_at(Addr address, Addr last);

// What is known of code that may have changed is forgotten.
void forget_functions(Addr start, SizeT length);

// Questions to the debug information so far.
size_t function_lookups();

} // namespace cg::vg
