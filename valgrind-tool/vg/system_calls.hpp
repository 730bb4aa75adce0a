// SPDX-License-Identifier: GPL-2.0-or-later
// Registers what is to be done before system calls, and in the child after fork.
#pragma once

namespace cg::vg {

// To be called while the core starts.
void watch_system_calls();

} // namespace cg::vg
