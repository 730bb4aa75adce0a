// SPDX-License-Identifier: GPL-2.0-or-later
// Callgrind's client requests.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// Handles the request. Returns false if it is none of callgrind's.
bool handle_callgrind_request(ThreadId thread, const UWord* arguments);

// Switches counting on or off. Nothing happens if it is as wanted.
void switch_instrumentation(bool on);

} // namespace cg::vg
