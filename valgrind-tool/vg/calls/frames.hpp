// SPDX-License-Identifier: GPL-2.0-or-later
// The call stack of a thread, and its current node in the tree.
//
// Generated code pushes a frame for each call and pops it at the return. Other changes of
// the stack pointer (longjmp, an exception, the end of a signal handler, a switch to another
// stack) are detected at the next return or indirect jump, whose stack pointer then does not
// match the top frame. The functions below repair the frames.
#pragma once

#include "vg/calls/node.hpp"
#include "vg/core/thread_state.hpp"

namespace cg::vg {

// The size depends on the events that are counted: see frame_bytes().
struct Frame {
    Addr stack_pointer; // at the beginning of the function, after a call pushed the return address
    UWord caller;       // the caller's `CallState::node`, perhaps with a bit
    ULong counts[];     // of the caller, not yet added to its node
};

// A bit of `CallState::node`: a call was made. The code at the beginning of the called function
// looks up its node.
inline constexpr UWord call_pending = 1;
// These bits of `CallState::node` mean that a jump to the beginning of another function or to a
// stub was made, and that all counts have been added to the node. They include `call_pending`,
// because such a jump counts as a call.
inline constexpr UWord jump_pending = 4 | call_pending;
inline bool is_jump(UWord node) {
    return (node & jump_pending) == jump_pending;
}
// A bit of `CallState::node` and of `Frame::caller`: the current function runs into the code of
// another one, or returns there, whose beginning enters nothing then.
inline constexpr UWord runs_on = 8;
// A bit of `Frame::caller`: a signal was delivered here.
inline constexpr UWord signal_frame = 2;

// The events that generated code counts for the current node: all except cache misses, which
// the simulation adds to the node.
struct CallCounts {
    static constexpr unsigned max_columns = 8; // Ir, Dr, Dw, four of branches, Ge
    unsigned count = 0;
    unsigned column[max_columns] = {}; // in the event set

    static constexpr CallCounts of(const EventSet& set) {
        CallCounts c;
        c.column[c.count++] = EventSet::ir;
        if (set.cache) {
            c.column[c.count++] = EventSet::read;
            c.column[c.count++] = EventSet::write;
        }
        for (unsigned i = 0; set.branch && i < 4; ++i)
            c.column[c.count++] = set.conditional + i;
        if (set.bus)
            c.column[c.count++] = set.bus_column;
        return c;
    }
    // Returns the index of a column that is one of these.
    constexpr unsigned slot_of(unsigned of) const {
        unsigned slot = 0;
        while (column[slot] != of)
            ++slot;
        return slot;
    }
};
static_assert(CallCounts::of(EventSet::of(true, true, true, true).with(true, 3)).count ==
              CallCounts::max_columns);
extern CallCounts call_counts;

inline SizeT frame_bytes() {
    return sizeof(Frame) + call_counts.count * sizeof(ULong);
}
inline Frame* frame_at(Frame* bottom, SizeT index) {
    return reinterpret_cast<Frame*>(reinterpret_cast<char*>(bottom) + index * frame_bytes());
}
inline const Frame* frame_at(const Frame* bottom, SizeT index) {
    return frame_at(const_cast<Frame*>(bottom), index);
}
inline Frame* frame_below(Frame* frame) {
    return reinterpret_cast<Frame*>(reinterpret_cast<char*>(frame) - frame_bytes());
}
inline SizeT frames_between(const Frame* bottom, const Frame* top) {
    return static_cast<SizeT>(reinterpret_cast<const char*>(top) -
                              reinterpret_cast<const char*>(bottom)) /
           frame_bytes();
}

// Stored in the shadow of the guest's registers, at shadow::call_state; the core saves and restores
// it around signal handlers.
struct CallState {
    UWord node; // the address of the current node, perhaps with one of the bits above
    Frame* top;
    ULong counts[CallCounts::max_columns]; // not yet added to the node, nor kept in a frame
};

inline Node* node_of(UWord tagged) {
    return reinterpret_cast<Node*>(tagged & ~(node_alignment - 1));
}

// The events of the current superblock that are counted for the cost centres already, but that only
// the next exit adds to `CallState`. Outside a superblock they are 0, except after a fault in it.
extern ULong counted_early[CallCounts::max_columns];

// A copy of the running thread's `CallState::node`, for functions that generated code calls.
// Updated only if caches are simulated.
extern UWord current_node;

// The number of bytes that a call instruction pushes on the stack.
#if defined(VGA_x86) || defined(VGA_amd64)
inline constexpr Addr return_address_size = sizeof(Addr);
#else
inline constexpr Addr return_address_size = 0;
#endif

// Indirect jumps with a stack pointer less than `near_jump` bytes below the top frame are ignored,
// because switches and interpreters jump often. Further below, it may be another stack.
inline constexpr Addr near_jump = 1u << 16;

// Adds the counts of `state` to its node, and clears them.
void flush_counts(CallState& state);
// Adds a frame for a function that is called with this stack pointer.
void push_frame(CallState& state, Addr stack_pointer);
// Returns to the caller of the top frame.
void pop_frame(CallState& state);
// Adds the counts that are kept in the frames to the nodes of the callers.
void flush_frames(Frame* bottom, const Frame* top);

// The slow paths. `state` is the state of the running thread.

// Repairs the frames for a return that does not match the top frame.
void repair_return(CallState& state, Addr stack_pointer, Addr target);
// Pops the frames of functions that an indirect jump has left.
void unwind(CallState& state, Addr stack_pointer, Addr target);

// The frames of a stack that a thread has switched away from, as coroutines do.
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
