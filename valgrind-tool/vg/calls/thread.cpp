// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/calls/thread.hpp"

#include "vg/calls/entries.hpp"
#include "vg/where/functions.hpp"
#include "vg/where/jit_code.hpp"
#include "vg/where/jit_files.hpp"

namespace cg::vg {

namespace {

using Thread = TreeStacks::Thread;

// Gives the thread, whose frames are placed, a current node and an empty list of frames.
void find_place(ThreadId thread) {
    Thread& t = TreeStacks::threads[thread];
    CallState state = {};
    const Addr at = VG_(get_IP)(thread);
    TreeStacks::begin(t, state, VG_(get_SP)(thread));
    Tree::begin(state);
    Node* const from = root(t.began);
    state.node = tagged(from);
    if (t.began == Root::thread && beginning_at(at) == Beginning::function) {
        state.node |= call_pending;
    } else if (Node* const node = child_of(from, callee_at(at))) {
        node->calls += t.began == Root::thread;
        state.node = tagged(node);
    }
    TreeStacks::store(thread, state);
    t.is_known = true;
}

// Makes the callers of the thread unknown: it begins anew below this root.
void forget_frames(Thread& t, Root began) {
    TreeStacks::forget(t);
    t.began = began;
}

} // namespace

void prepare_threads() {
    call_counts = CallCounts::of(events);
    TreeStacks::start();
    start_call_lines();
}

void begin_thread(ThreadId thread) {
    forget_frames(TreeStacks::threads[thread], Root::thread);
}

void end_thread(ThreadId thread) {
    forget_frames(TreeStacks::threads[thread], TreeStacks::threads[thread].began);
}

void forget_callers() {
    for (UInt i = 0; i < VG_N_THREADS; ++i)
        forget_frames(TreeStacks::threads[i], Root::missing);
}

void flush_threads() {
    for (UInt i = 0; i < VG_N_THREADS; ++i) {
        Thread& t = TreeStacks::threads[i];
        if (t.is_known && i == TreeStacks::placed &&
            i == VG_(get_running_tid)()) { // perhaps in the middle of a slice
            CallState state = load_state(i);
            flush_counts(state);
            TreeStacks::store(i, state);
        }
        TreeStacks::for_each_stack(t, flush_frames);
    }
}

void calls_before_client_code(ThreadId thread) {
    TreeStacks::place(thread);
    if (!TreeStacks::threads[thread].is_known)
        find_place(thread);
    CallState state = load_state(thread);
    if (TreeStacks::threads[thread].begins_handler) {
        TreeStacks::threads[thread].begins_handler = false;
        enter_if_called(state, VG_(get_IP)(thread));
        store_thread_state(thread, state);
    }
    if (events.cache)
        current_node = state.node;
}

void calls_after_client_code(ThreadId thread) {
    Thread& t = TreeStacks::threads[thread];
    if (!t.is_known)
        return;
    CallState state = load_state(thread);
    flush_counts(state);
    // Pops frames that no return pops, such as that of a call to the next instruction.
    const Addr stack_pointer = VG_(get_SP)(thread);
    if (!TreeStacks::has_room(depth_of(TreeStacks::bottom, state.top) + room_for_slice)) {
        const AlternateStack alternate(thread);
        if (!alternate.holds(stack_pointer)) {
            while (state.top != TreeStacks::bottom && state.top->began_at() < stack_pointer &&
                   (state.top->caller & signal_frame) == 0) {
                pop_frame(state);
            }
            flush_counts(state);
        }
    }
    TreeStacks::make_room(state);
    TreeStacks::store(thread, state);
}

void before_signal(ThreadId thread, Int /*signal*/, Bool alternate_stack) {
    Thread& t = TreeStacks::threads[thread];
    if (!t.is_known)
        return;
    TreeStacks::place(thread);
    CallState state = load_state(thread);
    flush_counts(state);
    push_frame(state, TreeStacks::handler_begin(thread, alternate_stack));
    state.top->caller |= signal_frame;
    begin_handler(*state.top);
    t.begins_handler = true;
    state.node = tagged(root(Root::signal)) | call_pending;
    TreeStacks::store(thread, state);
}

// Returns to the code that the signal interrupted. The core has already restored the registers that
// the thread had when the handler began, and the state in their shadow.
void after_signal(ThreadId thread, Int /*signal*/) {
    Thread& t = TreeStacks::threads[thread];
    if (!t.is_known)
        return;
    TreeStacks::place(thread);
    CallState state = load_state(thread);
    Frame* const handler = TreeStacks::latest_handler(t);
    if (handler == nullptr)
        return forget_frames(t, Root::missing);
    end_frames(handler, t.top(), true);
    state.top = handler;
    pop_frame(state);
    TreeStacks::store(thread, state);
}

void for_each_running_node(void (*visit)(UWord node)) {
    for (UInt i = 0; i < VG_N_THREADS; ++i) {
        Thread& t = TreeStacks::threads[i];
        if (t.is_known)
            visit(load_state(i).node);
        for (TreeStacks::Saved* s = t.suspended; s != nullptr; s = s->next)
            visit(s->kept);
        TreeStacks::for_each_stack(t, [=](Frame* bottom, Frame* top) {
            for_each_call(bottom, top, [=](const Frame& f) { visit(f.caller); });
        });
    }
}

// A frame has the stack pointer with which its function began, so what is below that is the
// function's, down to the next one's.
const Callee* function_of_stack(ThreadId thread, Addr address) {
    const Thread& t = TreeStacks::threads[thread];
    if (!t.is_known)
        return nullptr;
    const CallState state = load_state(thread);
    const Frame* const bottom = t.bottom();
    const SizeT depth = thread == TreeStacks::placed ? depth_of(bottom, state.top) : t.depth;
    SizeT above = 0, not_above = depth + 1; // frames that begin above the address, and the rest
    while (above + 1 < not_above) {
        const SizeT middle = above + (not_above - above) / 2;
        (call_at(bottom, middle)->began_at() > address ? above : not_above) = middle;
    }
    const UWord node = above == depth ? state.node : call_at(bottom, above + 1)->caller;
    return node_of(node)->callee;
}

const Callee* running_function() {
    const ThreadId thread = VG_(get_running_tid)();
    return TreeStacks::threads[thread].is_known ? node_of(load_state(thread).node)->callee
                                                : nullptr;
}

const Callee* runner_inside(Addr address) {
    const Callee* const around = callee_at(address);
    if (around->is_skipped)
        return nullptr;
    return around->is_cold_part ? running_function() : around;
}

bool is_entered_by_jump(Addr address) {
    const Callee* const running = may_have_jit_files() ? running_function() : nullptr;
    if (running == nullptr || running->object == unknown)
        return false;
    return is_placeholder(callee_at(address)->lines_name);
}

} // namespace cg::vg
