// SPDX-License-Identifier: GPL-2.0-or-later
// A thread and its frames. Private to this room.
#pragma once

#include "vg/calls/frames.hpp"
#include "vg/calls/stacks.hpp"

namespace cg::vg {

// `frames` begins with the oldest call. Element 0 is not a call: no stack pointer matches it, so it
// is never popped.
struct Thread {
    Frame* frames;
    SizeT capacity;
    Frame* former[8]; // earlier, smaller arrays, to which the `top` saved by a signal may point
    SizeT former_capacity[8];
    unsigned former_count;
    SizeT depth; // the index of `top` when the thread ran last
    SavedStack* suspended;
    Addr highest; // the highest stack pointer seen in the current stack
    Root began;
    bool is_known;       // has a current node
    bool begins_handler; // a signal was delivered, and its handler has not run yet
};
// Indexed by thread id. Allocated by prepare_threads().
extern Thread* threads;

CallState load_state(ThreadId thread);
void store_state(ThreadId thread, const CallState& state);

inline UWord tagged(Node* node) {
    return reinterpret_cast<UWord>(node);
}

// Sets element 0. Its stack pointer is odd, so that no stack pointer of the program equals it, and
// is less than near_jump above the present one, so that indirect jumps are ignored.
inline void set_bottom(Thread& t, Addr stack_pointer) {
    t.frames->stack_pointer = (stack_pointer + near_jump / 2) | 1;
    t.frames->caller = tagged(root(Root::missing));
}

// Returns true if the stack pointer is above the return address of the frame.
inline bool is_dead(const Frame& frame, Addr stack_pointer) {
    return frame.stack_pointer < stack_pointer;
}

// The alternate signal stack of a thread. Its frames are in the same array as those of the
// interrupted stack.
struct AlternateStack {
    Addr low, high;

    explicit AlternateStack(ThreadId thread)
        : low(VG_(thread_get_altstack_min)(thread)),
          high(low + VG_(thread_get_altstack_size)(thread)) {}
    bool holds(Addr stack_pointer) const { return low < stack_pointer && stack_pointer <= high; }
};

} // namespace cg::vg
