// SPDX-License-Identifier: GPL-2.0-or-later
// The function that is expected to run a superblock: the one to whose node its cost is added, as
// far as that is known when the superblock is translated.
#pragma once

#include "vg/calls/callee.hpp"

namespace cg::vg {

// Returns the function for code that is not the beginning of a function: the one whose symbol
// contains the address. Code without a symbol, or a part that the compiler moved away, is of the
// function that runs now, because it jumped there. Null: none is expected more than others.
const Callee* runner_inside(Addr address);
const Callee* running_function();

// Returns true if a jump enters the code at `address`: code of no object, which got there from code
// of an object, and whose name is awaited (where/jit_code.hpp). The first code of a function that a
// JIT compiler made is jumped to by code that is a part of the compiler.
bool is_entered_by_jump(Addr address);

} // namespace cg::vg
