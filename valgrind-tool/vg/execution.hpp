// SPDX-License-Identifier: GPL-2.0-or-later
// Programs that execute another one, which takes their place.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// If the system call will execute another program: writes the profile of this one, or says that
// there is none. The child of a fork has none, because its profile would repeat what its parent's
// has. To be called before each system call, with its arguments.
void before_execution(UInt number, const UWord* arguments);

// To be called in the child of a fork.
void execute_as_child();

} // namespace cg::vg
