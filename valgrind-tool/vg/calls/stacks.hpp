// SPDX-License-Identifier: GPL-2.0-or-later
// The frames of stacks that a thread has switched away from, as coroutines do.
#pragma once

#include "vg/calls/frames.hpp"

namespace cg::vg {

struct SavedStack {
    SavedStack* next;
    Addr highest; // the highest stack pointer seen in the stack
    UWord node;   // `CallState::node` when the thread switched
    SizeT count;  // of frames, without element 0

    Frame* frames() { return reinterpret_cast<Frame*>(this + 1); }
};

// Copies the frames from `bottom` to `top` to a new element at the beginning of the list.
void save_stack(SavedStack*& list, Frame* bottom, const Frame* top, UWord node, Addr highest);

// Removes a stack from the list.
void detach_stack(SavedStack*& list, SavedStack* stack);

// Copies the frames of a detached stack to `bottom`, releases the stack, and returns the new top.
Frame* restore_stack(SavedStack* stack, Frame* bottom);

// Returns the saved stack that contains the stack pointer. Null: it is in the current stack, whose
// highest stack pointer is `highest`, or in an unknown one.
SavedStack* find_stack(SavedStack* list, Addr stack_pointer, Addr highest);

// Releases all stacks of the list, and adds their counts to the nodes.
void drop_stacks(SavedStack*& list);

} // namespace cg::vg
