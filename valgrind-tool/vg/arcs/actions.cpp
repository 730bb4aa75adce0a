// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/arcs/actions.hpp"

#include "vg/arcs/thread_stack.hpp"

namespace cg::vg {

constinit Dumper dumper = {};

namespace {

bool was_called(UWord from) {
    return (from & from_tags) != 0;
}

void dump_for(const HChar* option, const Function& function) {
    dumper.dump(option, function.name);
}

} // namespace

VG_REGPARM(1) void act_before_entry(Function* entered) {
    const Function& function = *entered;
    const ThreadId thread = VG_(get_running_tid)();
    if (function.active != 0 || !was_called(load_stack_state(thread).from))
        return;
    if (function.actions.dumps_before)
        dump_for("--dump-before=", function);
}

// A function that a signal or the program's start enters, and nobody calls, has no actions.
VG_REGPARM(1) void act_after_entry(Function* entered) {
    const Function& function = *entered;
    const ThreadId thread = VG_(get_running_tid)();
    StackState state = load_stack_state(thread);
    if (function.active != 1 || state.top->arc == no_arc)
        return;
    if (function.actions.zeroes_before)
        dumper.zero();
    if (function.actions.toggles) {
        state.slot ^= slot_of_uncollected;
        store_stack_state(thread, state);
    }
}

VG_REGPARM(1) void act_after_return(Function* entered) {
    const Function& function = *entered;
    if (function.active == 0)
        dump_for("--dump-after=", function);
}

void dump_after_leaving(const Function& function, StackState& state) {
    const ThreadId thread = VG_(get_running_tid)();
    store_stack_state(thread, state);
    dump_for("--dump-after=", function);
    state = load_stack_state(thread);
}

void toggle_collection(ThreadId thread) {
    StackState state = load_stack_state(thread);
    state.slot ^= slot_of_uncollected;
    for (Activation* a = state.top; a != activations; a = activation_above(a, -1))
        a->slot ^= slot_of_uncollected;
    store_stack_state(thread, state);
}

} // namespace cg::vg
