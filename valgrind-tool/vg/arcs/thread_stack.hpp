// SPDX-License-Identifier: GPL-2.0-or-later
// The activations of threads, and threads with profiles of their own (--separate-threads=yes).
#pragma once

#include "vg/arcs/arc.hpp"
#include "vg/arcs/stack.hpp"

namespace cg::vg {

struct Superblock;

// Ends the activation on top.
void pop(StackState& state);

// The account of calls that is callgrind's arcs, for the stacks of its activations. Element 0 is
// what the stack began with.
struct Pairs {
    using Call = Activation;
    using State = StackState;
    struct OfThread {
        bool was_there;                       // it was counted, or is the first one
        UWord slot;                           // when the thread ran last
        UWord first_slot;                     // for a thread that has not run yet
        ULong totals[EventSet::max_count];    // when the thread ran last
        ULong zeroed_at[EventSet::max_count]; // its totals at the last dump
        Superblock* last_block; // the thread waits after it (block_counts.hpp); null: it does not
        bool last_is_foreign;
    };
    static constexpr Addr tag_of_bottom = by_nobody;

    static Addr position(const Activation& a) { return a.stack_pointer & ~activation_tags; }
    static bool is_signal(const Activation& a) { return tag_of(a) == by_signal; }
    static Addr tag_of(const Activation& a) { return a.stack_pointer & activation_tags; }
    static void leave(StackState& state) { pop(state); }
    static UWord suspend(StackState& state);
    static void resume(StackState& state, UWord slot);
    static void begin(StackState& state);
    static void drop(Activation*, Activation*) {}
    static void put_away(Activation* bottom, Activation* top);
    static void take_back(Activation* bottom, Activation* top);
    static bool ends_with_caller(const Activation& a) { return tag_of(a) == by_jump; }
    static void lose_callers(const OfThread&) {}
};
using PairStacks = Stacks<Pairs>;

// Returns how many calls the element stands for.
inline UWord count_of(const Activation& a) {
    return Pairs::ends_with_caller(a) ? a.count : 1;
}

StackState load_stack_state(ThreadId thread);
void store_stack_state(ThreadId thread, const StackState& state);

// Returns the function of an activation, or of the one on top. Null: it is not known.
Function* function_of(const Activation& a);
Function* running_function(const StackState& state);

// Returns the state of a thread, also when it has ended; if it does not run, without totals.
StackState last_state(ThreadId thread);

// Copies the totals of the thread.
void copy_totals(ULong* to, const StackState& state);
// Sets the totals to what they were when a handler of a signal began, whose cost what is
// interrupted does not have. The handler may have written a part.
void go_back(StackState& state, const ULong* totals);

// Adds to the totals of a thread, whether it runs or waits.
void add_to_totals(ThreadId thread, unsigned column, ULong n);

// Adds what the activation has cost so far to its arc. `totals` are those of its thread now.
void charge(Activation& a, const ULong* totals);
// Makes the cost of the activation begin now.
void set_began(Activation& a, const ULong* totals);

// Makes the activation on top one of a function that is not known yet.
void begin_top(StackState& state);
// Pushes one.
void push(StackState& state, Addr stack_pointer);

void start_thread_stacks();

// To be called before another thread than the last one runs.
void profile_thread(ThreadId thread);

// Brings the costs of the thread that ran last up to date.
void settle_thread();

// Notes that a stub or a function that is skipped was called from there, whose cost is to be moved.
// Generated code calls it, unless the site is noted.
VG_REGPARM(1) void note_stub(Site* site);

} // namespace cg::vg
