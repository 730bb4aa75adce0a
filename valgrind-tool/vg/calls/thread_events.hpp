// SPDX-License-Identifier: GPL-2.0-or-later
// Callbacks for events of threads, if calls are counted.
#pragma once

#include "vg/calls/node.hpp"

namespace cg::vg {

// Both return false if memory ran out.
bool prepare_threads();
bool calls_after_client_code(ThreadId thread);
void calls_before_client_code(ThreadId thread);
void begin_thread(ThreadId thread);
void end_thread(ThreadId thread);
void before_signal(ThreadId thread, Int signal, Bool alternate_stack);
void after_signal(ThreadId thread, Int signal);
// Adds all counts that frames keep to the nodes.
void flush_threads();
// Calls `visit` with the current node of each thread, and with each node that a frame returns to.
void for_each_running_node(void (*visit)(UWord node));
// Makes the callers of all threads unknown. To be called when counting is switched on again.
void forget_callers();

} // namespace cg::vg
