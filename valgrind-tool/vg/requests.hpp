// SPDX-License-Identifier: GPL-2.0-or-later
// Client requests: counting on and off, dumps, counts set to 0, names of code that the program
// makes.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// Callback for VG_(needs_client_requests).
Bool handle_request(ThreadId thread, UWord* arguments, UWord* result);

} // namespace cg::vg
