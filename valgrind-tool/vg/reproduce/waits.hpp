// SPDX-License-Identifier: GPL-2.0-or-later
// Waits with a limit end by the virtual clock. While another thread can run, such a wait has no
// end; when none can, the clock goes to the earliest limit, and its thread is woken. So sleeping
// costs no time, unless something outside of the program may happen meanwhile: then it takes as
// long as it says.
#pragma once

#include "vg/reproduce/system_call.hpp"

namespace cg::vg::reproduce {

// From now on waits are what this file says. `in_outer_run`: other processes of the run are about.
void start_waits(bool in_outer_run);
void forget_waits();

// Before and after each system call.
void prepare_wait(ThreadId thread, UInt number, const UWord* arguments);
void note_wait(const SystemCall& call);
// Before a thread runs code of the program: ends a wait from which it was woken.
void end_wait(ThreadId thread);

} // namespace cg::vg::reproduce
