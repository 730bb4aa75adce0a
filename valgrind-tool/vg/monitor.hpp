// SPDX-License-Identifier: GPL-2.0-or-later
// Callgrind's commands for a debugger and for callgrind_control.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// Handles a request that is a monitor command. Returns false if it is none, or is not known.
bool handle_monitor_command(const UWord* arguments, UWord* result);

} // namespace cg::vg
