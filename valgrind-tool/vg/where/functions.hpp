// SPDX-License-Identifier: GPL-2.0-or-later
// Finds the function that an address is in, with as few lookups in the debug information
// as possible.
#pragma once

#include <stddef.h>

#include "vg/core/valgrind.hpp"

namespace cg::vg {

inline constexpr const HChar unknown[] = "???"; // for a file or function without a name

// Returns the name of the function that `address` is in, or `unknown`. The name is
// interned. `last` is the last byte of the code that is translated together with
// `address`, and not below it: one lookup for `last` answers for all addresses between.
const HChar* function_at(Addr address, Addr last);

// Empties the cache if it may contain a function in this range. To be called when code in the
// range may have changed.
void forget_functions(Addr start, SizeT length);

// Returns the number of lookups in the debug information.
size_t function_lookups();

} // namespace cg::vg
