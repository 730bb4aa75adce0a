// SPDX-License-Identifier: GPL-2.0-or-later
// The frames of the tree of calls, and a thread's current node in the tree. The stacks of frames
// are in stacks.hpp.
#pragma once

#include "vg/calls/node.hpp"
#include "vg/calls/stacks.hpp"
#include "vg/core/thread_state.hpp"

namespace cg::vg {

struct CallLine; // call_lines.hpp
struct OpenLine;

struct Frame {
    // At the beginning of the function, after a call pushed the return address; perhaps with a bit.
    Addr stack_pointer;
    UWord caller; // the caller's `CallState::node`, perhaps with a bit
    // The key of the line of the call (entries.hpp), until the called function begins; then of the
    // jump that leads on from there, if one does.
    UWord site;
    // The lines whose calls end with the frame (call_lines.hpp), the latest first. Valid if the
    // stack pointer has the bit `has_lines`.
    OpenLine* lines;
    ULong counts[]; // of the caller, not yet added to its node

    static SizeT bytes(); // depends on the events that are counted
    Addr began_at() const { return stack_pointer & ~has_lines; }

    // A bit of `stack_pointer`: what calls cost that end with the frame is counted for their lines.
    // So the return does not match, and takes a slow path.
    static constexpr Addr has_lines = 1;
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
    // Returns the index of the column; `count` if it is none of these.
    constexpr unsigned index_of(unsigned wanted) const {
        unsigned i = 0;
        while (i != count && column[i] != wanted)
            ++i;
        return i;
    }
};
static_assert(CallCounts::of(EventSet::of(true, true, true, true).with(true, 3)).count ==
              CallCounts::max_columns);
extern CallCounts call_counts;

inline SizeT Frame::bytes() {
    return sizeof(Frame) + call_counts.count * sizeof(ULong);
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

// Adds the counts of `state` to its node, and clears them.
void flush_counts(CallState& state);
// Adds a frame for a function that is called, from an unknown line, with this stack pointer.
void push_frame(CallState& state, Addr stack_pointer);
// Returns to the caller of the top frame.
void pop_frame(CallState& state);
// Adds the counts that are kept in the frames of a stack to the nodes of the callers.
void flush_frames(Frame* bottom, Frame* top);
// Does that, and ends the calls, perhaps for the upper frames of a stack only.
void end_frames(Frame* bottom, Frame* top, bool is_running);

// The slow paths. `state` is the state of the running thread.

// Repairs the frames for a return that does not match the top frame.
void repair_return(CallState& state, Addr stack_pointer, Addr target);
// Pops the frames of functions that an indirect jump has left.
void unwind(CallState& state, Addr stack_pointer, Addr target);

} // namespace cg::vg
