// SPDX-License-Identifier: GPL-2.0-or-later
// A thread and its frames. Private to this module.
#pragma once

#include "vg/calls/frames.hpp"
#include "vg/calls/stacks.hpp"
#include "vg/core/thread_state.hpp"

namespace cg::vg {

struct Thread {
    SavedStack* parked;    // the frames of the current stack while another thread runs
    SizeT depth;           // the number of frames when the thread ran last
    SavedStack* suspended; // the other stacks
    Addr highest;          // the highest stack pointer seen in the current stack
    Root began;
    bool is_known;       // has a current node
    bool begins_handler; // a signal was delivered, and its handler has not run yet
};
// Indexed by thread id. Allocated by prepare_threads().
extern Thread* threads;

// The frames of the running thread's current stack, the oldest call first: there is room for all
// that a time slice may push. Element 0 is not a call: no stack pointer matches it, so it is never
// popped.
extern Frame* frames;

inline CallState load_state(ThreadId thread) {
    return load_thread_state<CallState>(thread);
}
inline void store_state(ThreadId thread, const CallState& state) {
    store_thread_state(thread, state);
}

inline UWord tagged(Node* node) {
    return reinterpret_cast<UWord>(node);
}

// Sets element 0. Its stack pointer is odd, so that no stack pointer of the program equals it, and
// is less than near_jump above the present one, so that indirect jumps are ignored.
inline void set_bottom(Addr stack_pointer) {
    frames->stack_pointer = (stack_pointer + near_jump / 2) | 1;
    frames->caller = tagged(root(Root::missing));
}

// Returns true if the stack pointer is above the return address of the frame.
inline bool is_dead(const Frame& frame, Addr stack_pointer) {
    return frame.stack_pointer < stack_pointer;
}

} // namespace cg::vg
