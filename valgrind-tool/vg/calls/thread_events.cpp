// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/calls/thread_events.hpp"

#include "vg/calls/entries.hpp"
#include "vg/calls/thread.hpp"
#include "vg/core/arena.hpp"

namespace cg::vg {

constinit Thread* threads = nullptr;

CallState load_state(ThreadId thread) {
    CallState state = {};
    VG_(get_shadow_regs_area)
    (thread, reinterpret_cast<UChar*>(&state), 1, shadow::call_state, sizeof state);
    return state;
}

void store_state(ThreadId thread, const CallState& state) {
    VG_(set_shadow_regs_area)
    (thread, 1, shadow::call_state, sizeof state, reinterpret_cast<const UChar*>(&state));
}

namespace {

// The core runs at most this number of superblocks between before_client_code() and
// after_client_code(). Each can push a frame.
constexpr SizeT slice = 100'000;
constexpr SizeT room_for_slice = slice + 1024;
constexpr SizeT first_capacity = SizeT{1} << 17;
static_assert(first_capacity > room_for_slice);

bool make_room(Thread& t, CallState& state) {
    const SizeT depth = frames_between(t.frames, state.top);
    if (t.frames != nullptr && depth + room_for_slice < t.capacity)
        return true;
    const SizeT capacity = t.frames == nullptr ? first_capacity : 2 * t.capacity;
    auto* const frames = static_cast<Frame*>(map_pages(capacity * frame_bytes()));
    if (frames == nullptr)
        return false;
    if (t.frames != nullptr) {
        VG_(memcpy)(frames, t.frames, (depth + 1) * frame_bytes());
        if (t.former_count < 8) {
            t.former[t.former_count] = t.frames;
            t.former_capacity[t.former_count++] = t.capacity;
        }
        state.top = frame_at(frames, depth);
    }
    t.frames = frames;
    t.capacity = capacity;
    return true;
}

// Gives the thread a current node and an empty list of frames. False: out of memory.
bool find_place(ThreadId thread) {
    Thread& t = threads[thread];
    const Addr stack_pointer = VG_(get_SP)(thread);
    CallState state = {};
    state.top = t.frames;
    if (!make_room(t, state))
        return false;
    const Addr at = VG_(get_IP)(thread);
    state.top = t.frames;
    set_bottom(t, stack_pointer);
    t.highest = stack_pointer;
    Node* const from = root(t.began);
    state.node = tagged(from);
    if (t.began == Root::thread && beginning_at(at) == Beginning::function) {
        state.node |= call_pending;
    } else if (Callee* const around = callee_around(at)) {
        Node* const node = child_of(from, around);
        if (node != nullptr) {
            node->calls += t.began == Root::thread;
            state.node = tagged(node);
        }
    }
    store_state(thread, state);
    t.depth = 0;
    t.is_known = true;
    return true;
}

// Returns the stack pointer after a call. The core calls a signal handler without a call
// instruction, so nothing has pushed a return address.
Addr as_called(Addr stack_pointer) {
    return stack_pointer - return_address_size;
}

void forget_frames(Thread& t) {
    if (t.is_known)
        flush_frames(t.frames, frame_at(t.frames, t.depth));
    t.is_known = false;
    drop_stacks(t.suspended);
}

} // namespace

bool prepare_threads() {
    call_counts = CallCounts::of(events);
    threads = static_cast<Thread*>(map_pages(VG_N_THREADS * sizeof(Thread)));
    return threads != nullptr;
}

void begin_thread(ThreadId thread) {
    forget_frames(threads[thread]);
    threads[thread].began = Root::thread;
}

void end_thread(ThreadId thread) {
    forget_frames(threads[thread]);
}

void forget_callers() {
    for (UInt i = 0; i < VG_N_THREADS; ++i) {
        forget_frames(threads[i]);
        threads[i].began = Root::missing;
    }
}

void flush_threads() {
    for (UInt i = 0; i < VG_N_THREADS; ++i) {
        Thread& t = threads[i];
        if (t.is_known && i == VG_(get_running_tid)()) { // perhaps in the middle of a slice
            CallState state = load_state(i);
            flush_counts(state);
            store_state(i, state);
            t.depth = frames_between(t.frames, state.top);
        }
        if (t.is_known)
            flush_frames(t.frames, frame_at(t.frames, t.depth));
        for (SavedStack* s = t.suspended; s != nullptr; s = s->next)
            flush_frames(s->frames(), frame_at(s->frames(), s->count));
    }
}

bool calls_before_client_code(ThreadId thread) {
    if (!threads[thread].is_known && !find_place(thread))
        return false;
    CallState state = load_state(thread);
    if (threads[thread].begins_handler) {
        threads[thread].begins_handler = false;
        enter_if_unknown(state, VG_(get_IP)(thread));
        store_state(thread, state);
    }
    if (events.cache)
        current_node = state.node;
    return true;
}

bool calls_after_client_code(ThreadId thread) {
    Thread& t = threads[thread];
    if (!t.is_known)
        return true;
    CallState state = load_state(thread);
    flush_counts(state);
    // Pops frames that no return pops, such as that of a call to the next instruction.
    const Addr stack_pointer = VG_(get_SP)(thread);
    if (frames_between(t.frames, state.top) + 2 * room_for_slice > t.capacity) {
        const AlternateStack alternate(thread);
        if (!alternate.holds(stack_pointer)) {
            while (state.top != t.frames && is_dead(*state.top, stack_pointer) &&
                   (state.top->caller & signal_frame) == 0) {
                pop_frame(state);
            }
            flush_counts(state);
        }
    }
    const bool room = make_room(t, state);
    t.depth = frames_between(t.frames, state.top);
    store_state(thread, state);
    return room;
}

void before_signal(ThreadId thread, Int /*signal*/, Bool alternate_stack) {
    Thread& t = threads[thread];
    if (!t.is_known)
        return;
    CallState state = load_state(thread);
    flush_counts(state);
    const Addr stack_pointer = alternate_stack ? AlternateStack(thread).high : VG_(get_SP)(thread);
    push_frame(state, as_called(stack_pointer));
    state.top->caller |= signal_frame;
    t.depth = frames_between(t.frames, state.top);
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
    CallState state = load_state(thread);
    SizeT depth = frames_between(t.frames, state.top);
    for (unsigned i = 0; i < t.former_count && depth >= t.capacity; ++i) {
        const SizeT there = frames_between(t.former[i], state.top);
        if (there < t.former_capacity[i])
            depth = there;
    }
    const bool is_there = depth <= t.depth && depth != 0 && depth < t.capacity &&
                          (frame_at(t.frames, depth)->caller & signal_frame) != 0;
    if (!is_there) { // counting was off in between
        forget_frames(t);
        t.began = Root::missing;
        return;
    }
    flush_frames(frame_at(t.frames, depth), frame_at(t.frames, t.depth));
    state.top = frame_at(t.frames, depth);
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
            visit(frame_at(t.frames, k)->caller);
    }
}

} // namespace cg::vg
