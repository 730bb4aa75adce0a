// SPDX-License-Identifier: GPL-2.0-or-later
// Which C library the program has loaded: it chooses its functions by the processor, and others
// choose otherwise.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// Returns its distribution and version, such as "Debian GLIBC 2.36-9+deb12u10". Null: none is
// loaded, or another one than glibc.
const HChar* c_library();

} // namespace cg::vg
