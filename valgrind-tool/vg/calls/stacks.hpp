// SPDX-License-Identifier: GPL-2.0-or-later
// Stacks that a thread has left for another one and may come back to: coroutines.
#pragma once

#include "vg/calls/frames.hpp"

namespace cg::vg {

struct SavedStack {
    SavedStack* next;
    Addr highest; // stack pointer that was seen in it
    UWord node;   // the current one
    SizeT count;  // of frames, after the first element
    Frame frames[];
};

// Puts the frames from `bottom` to `top` at the list's beginning.
void save_stack(SavedStack*& list, const Frame* bottom, const Frame* top, UWord node, Addr highest);

// Takes it off the list.
void detach_stack(SavedStack*& list, SavedStack* stack);

// Copies the frames of a detached stack to `bottom`, gives its memory back: the new
// top.
Frame* restore_stack(SavedStack* stack, Frame* bottom);

// The one that the stack pointer is in, or null: the current one, whose highest is
// `highest`, or one that is not known.
SavedStack* find_stack(SavedStack* list, Addr stack_pointer, Addr highest);

void drop_stacks(SavedStack*& list);

} // namespace cg::vg
