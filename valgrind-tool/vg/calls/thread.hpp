// SPDX-License-Identifier: GPL-2.0-or-later
// A thread and its frames, for those who change them.
#pragma once

#include "vg/calls/frames.hpp"
#include "vg/calls/stacks.hpp"

namespace cg::vg {

// Frames are in one array, from the thread's oldest call up. Its first element is no call:
// nothing matches it, so that nobody pops it.
struct Thread {
    Frame* frames;
    SizeT capacity;
    Frame* former[8]; // arrays that were outgrown, which the core's copies may point to
    SizeT former_capacity[8];
    unsigned former_count;
    SizeT depth; // of `top`, when it ran last
    SavedStack* suspended;
    Addr highest; // of its current stack
    Root began;
    bool is_known; // has a place in the tree
};
// By their ids; made by prepare_threads().
extern Thread* threads;

inline UWord tagged(Node* node) {
    return reinterpret_cast<UWord>(node);
}

// So that no stack pointer equals it, and that indirect jumps are near it.
inline void set_bottom(Thread& t, Addr stack_pointer) {
    t.frames[0] = {(stack_pointer + near_jump / 2) | 1, tagged(root(Root::missing))};
}

// A frame is dead once the stack pointer is above where its return address was.
inline bool is_dead(const Frame& frame, Addr stack_pointer) {
    return frame.stack_pointer < stack_pointer + return_address_size;
}

// The alternate stack of a thread, whose frames lie among those of the stack that the
// signal interrupted.
struct AlternateStack {
    Addr low, high;

    explicit AlternateStack(ThreadId thread)
        : low(VG_(thread_get_altstack_min)(thread)),
          high(low + VG_(thread_get_altstack_size)(thread)) {}
    bool holds(Addr stack_pointer) const { return low < stack_pointer && stack_pointer <= high; }
};

} // namespace cg::vg
