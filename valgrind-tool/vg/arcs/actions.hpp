// SPDX-License-Identifier: GPL-2.0-or-later
// What is done when functions of certain names are entered and left (--toggle-collect,
// --dump-before, --dump-after, --zero-before), and when requests switch collection.
#pragma once

#include "vg/arcs/stack.hpp"

namespace cg::vg {

// Who writes and zeroes profiles, above this module.
struct Dumper {
    void (*dump)(const HChar* trigger, const HChar* name);
    void (*zero)();
};
extern Dumper dumper;

// Generated code calls these at the beginning of a function that has actions: before its call is
// counted, and after that; and when it has returned.
VG_REGPARM(1) void act_before_entry(Function* function);
VG_REGPARM(1) void act_after_entry(Function* function);
VG_REGPARM(1) void act_after_return(Function* function);

// Does the same for a function that was left in another way. `state` is that of the running thread.
void dump_after_leaving(const Function& function, StackState& state);

// Switches collection of the thread's costs on or off, also for the functions that it returns to.
void toggle_collection(ThreadId thread);

} // namespace cg::vg
