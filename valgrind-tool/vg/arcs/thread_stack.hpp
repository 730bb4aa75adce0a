// SPDX-License-Identifier: GPL-2.0-or-later
// The activations of the running thread, where those of the others are, and threads with profiles
// of their own (--separate-threads=yes).
#pragma once

#include "vg/arcs/arc.hpp"
#include "vg/arcs/stack.hpp"

namespace cg::vg {

// The activations of the running thread, the oldest first: there is room for all that a time slice
// may push. Element 0 is not a call, and is never popped: it is what the thread began with.
extern Activation* activations;

StackState load_stack_state(ThreadId thread);
void store_stack_state(ThreadId thread, const StackState& state);

// Returns the function of an activation, or of the one on top. Null: it is not known.
Function* function_of(const Activation& a);
Function* running_function(const StackState& state);

// The same for the thread that ran last, also when it has ended.
StackState load_last_state();
void store_last_state(const StackState& state);

// Copies the totals of the thread.
void copy_totals(ULong* to, const StackState& state);
void set_totals(StackState& state, const ULong* totals);

// Adds to the totals of a thread, which need not be the one that ran last.
void add_to_totals(ThreadId thread, unsigned column, ULong n);

// Adds what the activation has cost so far to its arc. `totals` are those of its thread now.
void charge(Activation& a, const ULong* totals);

// Pushes an activation, or ends the one on top.
void push(StackState& state, Addr stack_pointer);
void pop(StackState& state);

// Adds the counts that a fault has kept from being added.
void add_early_counts(StackState& state);

bool start_thread_stacks();

// To be called before another thread than the last one runs.
void profile_thread(ThreadId thread);

// Brings the costs of the thread that ran last up to date.
void settle_thread();

// Notes that a stub or a function that is skipped was called from there, whose cost is to be moved.
// Generated code calls it, if `stub_cost` does not say that it is noted.
VG_REGPARM(1) void note_stub(Site* site);

} // namespace cg::vg
