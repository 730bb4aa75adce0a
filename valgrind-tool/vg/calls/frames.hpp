// SPDX-License-Identifier: GPL-2.0-or-later
// What a thread has called and not returned from, and its place in the tree.
//
// Generated code pushes a frame for each call and pops it at the return. Whatever else
// moves the stack pointer (longjmp, an exception, a handler that is left, another
// stack) is found where a return or an indirect jump arrives with a stack pointer that
// does not fit the frame on top, and repaired here.
#pragma once

#include "vg/calls/node.hpp"

namespace cg::vg {

struct Frame {
    Addr stack_pointer; // when the call will have returned
    UWord caller;       // its `CallState::node`; may have the bit below
};

// In `CallState::node`: a call was made, and the function called is not known yet.
// Where a function begins it is looked up.
inline constexpr UWord call_pending = 1;
// In `Frame::caller`: a signal was delivered here.
inline constexpr UWord signal_frame = 2;

// Events that generated code counts for the current node: all but the misses of
// caches, which the simulation adds to the node itself.
struct CallCounts {
    static constexpr unsigned most = 7;
    unsigned count = 0;
    unsigned column[most] = {}; // in the event set

    static constexpr CallCounts of(const EventSet& set) {
        CallCounts c;
        c.column[c.count++] = EventSet::ir;
        if (set.cache) {
            c.column[c.count++] = EventSet::read;
            c.column[c.count++] = EventSet::write;
        }
        for (unsigned i = 0; set.branch && i < 4; ++i)
            c.column[c.count++] = set.conditional + i;
        return c;
    }
};
extern CallCounts call_counts;

// In the first shadow of the guest's registers, so each thread has its own, and the
// core keeps it around signal handlers.
struct CallState {
    UWord node; // address of the current node, with `call_pending`
    Frame* top;
    ULong counts[CallCounts::most]; // not yet added to the node
};

// Behind the branch history, which branch_writer.cpp keeps in the first byte.
inline constexpr PtrdiffT call_state_offset = 16;

inline Node* node_of(UWord tagged) {
    return reinterpret_cast<Node*>(tagged & ~(node_alignment - 1));
}

// Counts of a superblock that is not yet through: events that were counted already,
// of which `CallState` learns at the next exit. Not 0 only if a fault came between.
extern ULong counted_early[CallCounts::most];

// The running thread's `CallState::node` again, for what generated code calls: kept up
// to date only if caches are simulated.
extern UWord current_node;

// Bytes that a call has pushed on the stack when the function called begins.
#if defined(VGA_x86) || defined(VGA_amd64)
inline constexpr Addr return_address_size = sizeof(Addr);
#else
inline constexpr Addr return_address_size = 0;
#endif

// An indirect jump that lands less than so many bytes below the top frame is not
// looked at: switches and interpreters make them all the time. Farther away it may be
// another stack.
inline constexpr Addr near_jump = 1u << 16;

// The slow paths; `state` is the thread's.

// A return did not fit the frame on top: leaves one there that does.
void repair_return(CallState& state, Addr stack_pointer, Addr target);
// An indirect jump may have left functions.
void unwind(CallState& state, Addr stack_pointer, Addr target);

// Adds what was counted to the node.
void flush_counts(CallState& state);

} // namespace cg::vg
