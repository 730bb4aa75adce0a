// SPDX-License-Identifier: GPL-2.0-or-later
// A thread and its frames, the events that change them, and the function that a thread runs.
#pragma once

#include "vg/calls/call_lines.hpp"
#include "vg/calls/callee.hpp"
#include "vg/calls/entries.hpp"
#include "vg/calls/frames.hpp"
#include "vg/calls/node.hpp"
#include "vg/core/thread_state.hpp"

namespace cg::vg {

// The account of calls that is a tree, for the stacks of its frames.
struct Tree {
    using Call = Frame;
    using State = CallState;
    struct OfThread {
        Root began;
        bool begins_handler; // a signal was delivered, and its handler has not run yet
    };
    static constexpr Addr tag_of_bottom = Frame::has_lines | 2; // no stack pointer has the 2

    static Addr position(const Frame& frame) { return frame.began_at(); }
    static bool is_signal(const Frame& frame) { return (frame.caller & signal_frame) != 0; }
    static void leave(CallState& state) {
        pop_frame(state);
        state.node &= ~runs_on; // it goes on elsewhere
    }
    static UWord suspend(CallState& state) {
        flush_counts(state);
        return state.node;
    }
    static void resume(CallState& state, UWord node) { state.node = node; }
    static void begin(CallState& state);
    static void drop(Frame* bottom, Frame* top) { end_frames(bottom, top, false); }
    static void put_away(Frame* bottom, Frame* top);
    static void take_back(Frame* bottom, Frame* top);
    static bool ends_with_caller(const Frame&) { return false; }
    static void lose_callers(OfThread& thread) { thread.began = Root::missing; }
};
using TreeStacks = Stacks<Tree>;

inline CallState load_state(ThreadId thread) {
    return load_thread_state<CallState>(thread);
}

inline UWord tagged(Node* node) {
    return reinterpret_cast<UWord>(node);
}

inline void Tree::begin(CallState& state) {
    Frame& bottom = *TreeStacks::bottom;
    state.node = bottom.caller = tagged(root(Root::missing));
    bottom.site = site_key(unknown_call_site);
    bottom.lines = nullptr;
}

// The following are called for events of threads, if calls are counted.
void prepare_threads();
void calls_after_client_code(ThreadId thread);
void calls_before_client_code(ThreadId thread);
void begin_thread(ThreadId thread);
void end_thread(ThreadId thread);
void before_signal(ThreadId thread, Int signal, Bool alternate_stack);
void after_signal(ThreadId thread, Int signal);
// Adds all counts that frames keep to the nodes.
void flush_threads();
// Calls `visit` with the current node of each thread, and with each node that a frame returns to.
void for_each_running_node(void (*visit)(UWord node));
// Makes the callers of all threads unknown. To be called when counting is switched on again.
void forget_callers();

// Returns the function whose frame has the address, which is in the stack that the thread runs on.
// Null: unknown.
const Callee* function_of_stack(ThreadId thread, Addr address);

// Returns the function that the running thread is in. Null: unknown.
const Callee* running_function();
// Returns the function that is expected to run the code at `address`, which is inside of a function
// with a symbol: that one. Of a part that the compiler moved away: the function that runs now,
// because it jumped there. Null: its callers get the cost (--calls-skip), or it is not known.
const Callee* runner_inside(Addr address);

// Returns true if a jump enters the code at `address`: code of no object, which got there from code
// of an object, and whose name is a placeholder (where/jit_code.hpp). The first code of a function
// that a JIT compiler made is jumped to by code that is a part of the compiler.
bool is_entered_by_jump(Addr address);

} // namespace cg::vg
