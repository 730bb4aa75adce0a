// SPDX-License-Identifier: GPL-2.0-or-later
// Client requests, which switch instrumentation on and off.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// Callback for VG_(needs_client_requests).
Bool handle_request(ThreadId thread, UWord* arguments, UWord* result);

} // namespace cg::vg
