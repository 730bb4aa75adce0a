// SPDX-License-Identifier: GPL-2.0-or-later
// Tells system calls of the program's own code from those that the C library makes for itself.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg::reproduce {

// The code that called the C library, which made the system call.
struct Asker {
    bool is_own = false;     // false: the C library or its loader, when none called it
    const HChar* asked = ""; // the function of the C library that was called, if known
};

// To be called before the program runs on.
Asker asker_of(ThreadId thread);

} // namespace cg::vg::reproduce
