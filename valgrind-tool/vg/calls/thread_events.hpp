// SPDX-License-Identifier: GPL-2.0-or-later
// What the core reports of threads, where calls are kept.
#pragma once

#include "vg/calls/node.hpp"

namespace cg::vg {

// False, all three: out of memory.
bool prepare_threads();
bool calls_before_client_code(ThreadId thread);
bool calls_after_client_code(ThreadId thread);
void begin_thread(ThreadId thread);
void end_thread(ThreadId thread);
void before_signal(ThreadId thread, Int signal, Bool alternate_stack);
void after_signal(ThreadId thread, Int signal);
// Calls `visit` with each node that a thread is in or returns to.
void for_each_running_node(void (*visit)(UWord node));
// Counting was off: nobody knows who called what runs now.
void forget_callers();

} // namespace cg::vg
