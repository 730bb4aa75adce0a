// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/calls/thread.hpp"

#include "vg/calls/entries.hpp"
#include "vg/core/arena.hpp"
#include "vg/where/functions.hpp"
#include "vg/where/jit_code.hpp"
#include "vg/where/jit_files.hpp"

namespace cg::vg {

constinit Thread* threads = nullptr;
constinit Frame* frames = nullptr;

namespace {

constexpr SizeT first_capacity = room_for_slice + 8192;
static_assert(first_capacity > room_for_slice);

constinit SizeT capacity = 0;                    // of `frames`
constinit ThreadId framed = VG_INVALID_THREADID; // the thread whose frames these are

// Earlier, smaller arrays, to which the `top` saved by a signal may point.
struct Former {
    Frame* frames;
    SizeT capacity;
};
constexpr unsigned max_former = 8;
constinit Former former[max_former] = {};
constinit unsigned former_count = 0;

bool has_room(SizeT depth) {
    return depth + room_for_slice < capacity;
}

bool make_room(CallState& state) {
    const SizeT depth = frames_between(frames, state.top);
    if (has_room(depth))
        return true;
    auto* const larger = static_cast<Frame*>(map_pages(2 * capacity * frame_bytes()));
    if (larger == nullptr)
        return false;
    VG_(memcpy)(larger, frames, (depth + 1) * frame_bytes());
    if (former_count < max_former)
        former[former_count++] = {frames, capacity};
    frames = larger;
    capacity *= 2;
    state.top = frame_at(frames, depth);
    return true;
}

Frame* frames_of(const Thread& t) {
    return t.parked != nullptr ? t.parked->frames() : frames;
}

Frame* top_of(const Thread& t) {
    return frame_at(frames_of(t), t.depth);
}

// Without memory for its frames, the callers of the thread are not known any more.
void park(Thread& t) {
    if (!t.is_known)
        return;
    save_stack(t.parked, frames, top_of(t), 0, t.highest);
    if (t.parked != nullptr)
        return;
    drop_stacks(t.suspended);
    t.is_known = false;
    t.began = Root::missing;
}

// Makes `frames` those of the thread. Its state has the address of the top frame.
void place_frames(ThreadId thread) {
    if (framed == thread)
        return;
    park(threads[framed]);
    framed = thread;
    Thread& t = threads[thread];
    if (t.parked == nullptr)
        return;
    CallState state = load_state(thread);
    SavedStack* const parked = t.parked;
    t.parked = nullptr;
    state.top = restore_stack(parked, frames);
    store_state(thread, state);
}

// Gives the thread, whose frames are placed, a current node and an empty list of frames.
void find_place(ThreadId thread) {
    Thread& t = threads[thread];
    const Addr stack_pointer = VG_(get_SP)(thread);
    CallState state = {};
    const Addr at = VG_(get_IP)(thread);
    state.top = frames;
    set_bottom(stack_pointer);
    t.highest = stack_pointer;
    Node* const from = root(t.began);
    state.node = tagged(from);
    if (t.began == Root::thread && beginning_at(at) == Beginning::function) {
        state.node |= call_pending;
    } else if (Callee* const around = callee_at(at)) {
        Node* const node = child_of(from, around);
        if (node != nullptr) {
            node->calls += t.began == Root::thread;
            state.node = tagged(node);
        }
    }
    store_state(thread, state);
    t.depth = 0;
    t.is_known = true;
}

// Returns the stack pointer after a call. The core calls a signal handler without a call
// instruction, so nothing has pushed a return address.
Addr as_called(Addr stack_pointer) {
    return stack_pointer - return_address_size;
}

// Makes the callers of the thread unknown: it begins anew below this root.
void forget_frames(Thread& t, Root began) {
    if (t.is_known)
        flush_frames(frames_of(t), top_of(t));
    t.is_known = false;
    t.began = began;
    drop_stacks(t.parked);
    drop_stacks(t.suspended);
}

} // namespace

bool prepare_threads() {
    call_counts = CallCounts::of(events);
    threads = static_cast<Thread*>(map_pages(VG_N_THREADS * sizeof(Thread)));
    frames = static_cast<Frame*>(map_pages(first_capacity * frame_bytes()));
    capacity = first_capacity;
    return threads != nullptr && frames != nullptr;
}

void begin_thread(ThreadId thread) {
    forget_frames(threads[thread], Root::thread);
}

void end_thread(ThreadId thread) {
    forget_frames(threads[thread], threads[thread].began);
}

void forget_callers() {
    for (UInt i = 0; i < VG_N_THREADS; ++i)
        forget_frames(threads[i], Root::missing);
}

void flush_threads() {
    for (UInt i = 0; i < VG_N_THREADS; ++i) {
        Thread& t = threads[i];
        if (t.is_known && i == framed &&
            i == VG_(get_running_tid)()) { // perhaps in the middle of a slice
            CallState state = load_state(i);
            flush_counts(state);
            store_state(i, state);
            t.depth = frames_between(frames, state.top);
        }
        if (t.is_known)
            flush_frames(frames_of(t), top_of(t));
        for (SavedStack* s = t.suspended; s != nullptr; s = s->next)
            flush_frames(s->frames(), frame_at(s->frames(), s->count));
    }
}

void calls_before_client_code(ThreadId thread) {
    place_frames(thread);
    if (!threads[thread].is_known)
        find_place(thread);
    CallState state = load_state(thread);
    if (threads[thread].begins_handler) {
        threads[thread].begins_handler = false;
        enter_if_called(state, VG_(get_IP)(thread));
        store_state(thread, state);
    }
    if (events.cache)
        current_node = state.node;
}

bool calls_after_client_code(ThreadId thread) {
    Thread& t = threads[thread];
    if (!t.is_known)
        return true;
    CallState state = load_state(thread);
    flush_counts(state);
    // Pops frames that no return pops, such as that of a call to the next instruction.
    const Addr stack_pointer = VG_(get_SP)(thread);
    if (!has_room(frames_between(frames, state.top) + room_for_slice)) {
        const AlternateStack alternate(thread);
        if (!alternate.holds(stack_pointer)) {
            while (state.top != frames && state.top->stack_pointer < stack_pointer &&
                   (state.top->caller & signal_frame) == 0) {
                pop_frame(state);
            }
            flush_counts(state);
        }
    }
    const bool has_room = make_room(state);
    t.depth = frames_between(frames, state.top);
    store_state(thread, state);
    if (!has_room) // the thread begins anew, so that its next frames are not beyond the end
        forget_frames(t, Root::missing);
    return has_room;
}

void before_signal(ThreadId thread, Int /*signal*/, Bool alternate_stack) {
    Thread& t = threads[thread];
    if (!t.is_known)
        return;
    place_frames(thread);
    CallState state = load_state(thread);
    flush_counts(state);
    const Addr stack_pointer = alternate_stack ? AlternateStack(thread).high : VG_(get_SP)(thread);
    push_frame(state, as_called(stack_pointer));
    state.top->caller |= signal_frame;
    t.depth = frames_between(frames, state.top);
    t.begins_handler = true;
    state.node = tagged(root(Root::signal)) | call_pending;
    store_state(thread, state);
}

// Returns to the code that the signal interrupted. The core has already restored the registers that
// the thread had when the handler began, and the state in their shadow.
void after_signal(ThreadId thread, Int /*signal*/) {
    Thread& t = threads[thread];
    if (!t.is_known)
        return;
    CallState state = load_state(thread); // before place_frames() writes its top
    place_frames(thread);
    SizeT depth = frames_between(frames, state.top);
    for (unsigned i = 0; i < former_count && depth >= capacity; ++i) {
        const SizeT there = frames_between(former[i].frames, state.top);
        if (there < former[i].capacity)
            depth = there;
    }
    const bool is_there = depth <= t.depth && depth != 0 && depth < capacity &&
                          (frame_at(frames, depth)->caller & signal_frame) != 0;
    if (!is_there) // counting was off in between
        return forget_frames(t, Root::missing);
    flush_frames(frame_at(frames, depth), top_of(t));
    state.top = frame_at(frames, depth);
    pop_frame(state);
    t.depth = depth - 1;
    store_state(thread, state);
}

void for_each_running_node(void (*visit)(UWord node)) {
    for (UInt i = 0; i < VG_N_THREADS; ++i) {
        const Thread& t = threads[i];
        for (SavedStack* s = t.suspended; s != nullptr; s = s->next) {
            visit(s->node);
            for (SizeT k = 0; k <= s->count; ++k)
                visit(frame_at(s->frames(), k)->caller);
        }
        if (!t.is_known)
            continue;
        visit(load_state(i).node);
        for (SizeT k = 0; k <= t.depth; ++k)
            visit(frame_at(frames_of(t), k)->caller);
    }
}

// A frame has the stack pointer with which its function began, so what is below that is the
// function's, down to the next one's.
const Callee* function_of_stack(ThreadId thread, Addr address) {
    const Thread& t = threads[thread];
    if (!t.is_known)
        return nullptr;
    const CallState state = load_state(thread);
    const Frame* const bottom = frames_of(t);
    const SizeT depth = thread == framed ? frames_between(bottom, state.top) : t.depth;
    SizeT above = 0, not_above = depth + 1; // frames that begin above the address, and the rest
    while (above + 1 < not_above) {
        const SizeT middle = above + (not_above - above) / 2;
        (frame_at(bottom, middle)->stack_pointer > address ? above : not_above) = middle;
    }
    const UWord node = above == depth ? state.node : frame_at(bottom, above + 1)->caller;
    return node_of(node)->callee;
}

const Callee* running_function() {
    const ThreadId thread = VG_(get_running_tid)();
    return threads[thread].is_known ? node_of(load_state(thread).node)->callee : nullptr;
}

const Callee* runner_inside(Addr address) {
    const Callee* const around = callee_at(address);
    if (around == nullptr || around->is_skipped)
        return nullptr;
    return around->is_cold_part ? running_function() : around;
}

bool is_entered_by_jump(Addr address) {
    const Callee* const running = may_have_jit_files() ? running_function() : nullptr;
    if (running == nullptr || running->object == unknown)
        return false;
    const Callee* const around = callee_at(address);
    return around != nullptr && is_placeholder(around->lines_name);
}

} // namespace cg::vg
