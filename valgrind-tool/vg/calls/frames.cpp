// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/calls/frames.hpp"

#include "vg/calls/call_lines.hpp"
#include "vg/calls/thread.hpp"

namespace cg::vg {

constinit CallCounts call_counts;
constinit ULong counted_early[CallCounts::max_columns] = {};
constinit UWord current_node = 0;

namespace {

// Returns the node that is current after a return or jump to `target` when no frame is left. The
// function at `target` has no known caller then, unless it is the function of `node`.
UWord node_without_caller(UWord node, Addr target) {
    if (beginning_at(target) == Beginning::function)
        return tagged(root(Root::thread)) | call_pending; // a new stack's first function
    Callee* const around = callee_at(target);
    if (node_of(node)->callee == around)
        return node;
    Node* const child = child_of(root(Root::missing), around);
    return tagged(child != nullptr ? child : root(Root::missing));
}

} // namespace

void flush_counts(CallState& state) {
    Node& node = *node_of(state.node);
    for (unsigned i = 0; i < call_counts.count; ++i) {
        const ULong n = state.counts[i] + counted_early[i];
        node.counts[call_counts.column[i]] += n;
        flushed[call_counts.column[i]] += n;
        state.counts[i] = counted_early[i] = 0;
    }
}

void push_frame(CallState& state, Addr stack_pointer) {
    state.top = call_above(state.top);
    state.top->stack_pointer = stack_pointer;
    state.top->caller = state.node;
    state.top->site = site_key(unknown_call_site);
    for (unsigned i = 0; i < call_counts.count; ++i) {
        state.top->counts[i] = state.counts[i];
        state.counts[i] = 0;
    }
}

void pop_frame(CallState& state) {
    flush_counts(state);
    end_calls(*state.top);
    state.node = state.top->caller & ~signal_frame;
    for (unsigned i = 0; i < call_counts.count; ++i)
        state.counts[i] = state.top->counts[i];
    state.top = call_below(state.top);
}

namespace {

// From the top down, so that a caller's counts are not in the cost of what it calls.
void charge_frames(Frame* bottom, Frame* top, bool is_running) {
    ULong saved[EventSet::max_count] = {};
    ULong* const total = is_running ? flushed : saved;
    for_each_call_down(bottom, top, [=](Frame& f) {
        close_lines(f, total);
        for (unsigned i = 0; i < call_counts.count; ++i) {
            node_of(f.caller)->counts[call_counts.column[i]] += f.counts[i];
            total[call_counts.column[i]] += f.counts[i];
            f.counts[i] = 0;
        }
    });
}

constexpr ULong nothing[EventSet::max_count] = {};

void reopen_frames(Frame* bottom, Frame* top, const ULong* total) {
    for_each_call(bottom, top, [=](const Frame& f) { reopen_lines(f, total); });
}

} // namespace

void flush_frames(Frame* bottom, Frame* top) {
    const bool is_running = bottom == TreeStacks::bottom;
    charge_frames(bottom, top, is_running);
    // So the lines have their whole cost, which is written now.
    if (is_running)
        VG_(memset)(flushed, 0, sizeof flushed);
    reopen_frames(bottom, top, nothing);
}

void end_frames(Frame* bottom, Frame* top, bool is_running) {
    charge_frames(bottom, top, is_running);
    for_each_call(bottom, top, forget_lines);
}

void Tree::put_away(Frame* bottom, Frame* top) {
    ULong total[EventSet::max_count];
    VG_(memcpy)(total, flushed, sizeof total);
    for_each_call_down(bottom, top, [&](const Frame& f) { close_lines(f, total); });
    reopen_frames(bottom, top, nothing);
}

void Tree::take_back(Frame* bottom, Frame* top) {
    reopen_frames(bottom, top, flushed);
}

namespace {

// Makes the node current without a frame.
void go_on_without_caller(CallState& state, Addr stack_pointer, UWord node) {
    Frame& bottom = *TreeStacks::bottom;
    if (node_of(node) != node_of(state.node)) {
        flush_counts(state);
        end_calls(bottom);
        bottom.site = site_key(unknown_call_site);
    }
    state.node = node;
    TreeStacks::set_bottom(stack_pointer);
}

// The code that a handler returns to is the handler's, even if it has jumped to other functions.
UWord node_after_handler(UWord node) {
    Node* handler = node_of(node);
    while (handler->parent != nullptr && handler->parent != root(Root::signal))
        handler = handler->parent;
    return handler->parent == nullptr || (node & call_pending) != 0 ? node : tagged(handler);
}

void return_in_handler(CallState& state) {
    const UWord node = node_after_handler(state.node);
    if (node == state.node)
        return;
    flush_counts(state);
    end_calls(*state.top);
    begin_handler(*state.top);
    state.node = node;
}

} // namespace

void repair_return(CallState& state, Addr stack_pointer, Addr target) {
    const Change change =
        TreeStacks::follow_return(VG_(get_running_tid)(), state, stack_pointer, target);
    if (state.top == TreeStacks::bottom) {
        go_on_without_caller(state, stack_pointer, node_without_caller(state.node, target));
    } else if (change == Change::none && (state.top->caller & signal_frame) != 0) {
        return_in_handler(state);
    }
}

void unwind(CallState& state, Addr stack_pointer, Addr target) {
    flush_counts(state);
    const Change change =
        TreeStacks::follow_jump(VG_(get_running_tid)(), state, stack_pointer, target);
    if (state.top == TreeStacks::bottom) {
        flush_counts(state);
        const bool is_left = change != Change::none;
        go_on_without_caller(state, stack_pointer,
                             is_left ? node_without_caller(state.node, target) : state.node);
    }
    current_node = state.node;
}

} // namespace cg::vg
