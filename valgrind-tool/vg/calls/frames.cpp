// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/calls/frames.hpp"

#include "vg/calls/thread.hpp"
#include "vg/core/arena.hpp"

namespace cg::vg {

constinit CallCounts call_counts;
constinit ULong counted_early[CallCounts::max_columns] = {};
constinit UWord current_node = 0;

namespace {

// Pops the frames of functions that the thread has left.
void pop_left(CallState& state, Addr stack_pointer, const AlternateStack& alternate) {
    while (state.top != frames && alternate.is_left(state.top->stack_pointer, stack_pointer)) {
        pop_frame(state);
        state.node &= ~runs_on; // it goes on elsewhere
    }
}

// Returns the node that is current after a return or jump to `target` when no frame is left. The
// function at `target` has no known caller then, unless it is the function of `node`.
UWord node_without_caller(UWord node, Addr target) {
    if (beginning_at(target) == Beginning::function)
        return tagged(root(Root::thread)) | call_pending; // a new stack's first function
    Callee* const around = callee_at(target);
    if (around == nullptr || node_of(node)->callee == around)
        return node;
    Node* const child = child_of(root(Root::missing), around);
    return tagged(child != nullptr ? child : root(Root::missing));
}

bool is_other_mapping(Addr a, Addr b) {
    const NSegment* const first = VG_(am_find_nsegment)(a);
    const NSegment* const second = VG_(am_find_nsegment)(b);
    return first != nullptr && second != nullptr && first != second;
}

// Returns true if the thread has switched to a new stack: it jumped to the beginning of a
// function, and its stack pointer is above the stack or well below the top frame; or its stack
// pointer is above the stack or far below the top frame, and in another mapping.
bool is_new_stack(const Thread& t, const CallState& state, Addr stack_pointer, Addr target) {
    constexpr Addr smallest_stack = 2048;
    const Addr top = state.top->stack_pointer;
    const bool is_above = stack_pointer > t.highest;
    const bool is_far_below = !is_above && stack_pointer < top && top - stack_pointer >= near_jump;
    if (is_above || is_far_below)
        return is_other_mapping(stack_pointer, is_above ? t.highest : top) ||
               beginning_at(target) == Beginning::function;
    return stack_pointer < top && top - stack_pointer >= smallest_stack &&
           beginning_at(target) == Beginning::function;
}

void suspend(Thread& t, CallState& state) {
    flush_counts(state);
    save_stack(t.suspended, frames, state.top, state.node, t.highest);
}

void resume(Thread& t, CallState& state, SavedStack* saved) {
    t.highest = saved->highest;
    state.node = saved->node;
    state.top = restore_stack(saved, frames);
}

// Switches to the frames of the stack that the stack pointer is in.
void follow_stack(Thread& t, CallState& state, Addr stack_pointer, Addr target,
                  const AlternateStack& alternate) {
    if (alternate.holds(stack_pointer))
        return;
    SavedStack* const waiting = find_stack(t.suspended, stack_pointer, t.highest);
    if (waiting != nullptr) {
        detach_stack(t.suspended, waiting);
        suspend(t, state);
        resume(t, state, waiting);
    } else if (is_new_stack(t, state, stack_pointer, target)) {
        suspend(t, state);
        set_bottom(stack_pointer);
        t.highest = stack_pointer;
        state.top = frames;
        state.node = tagged(root(Root::missing));
    }
    if (stack_pointer > t.highest)
        t.highest = stack_pointer;
}

} // namespace

void flush_counts(CallState& state) {
    Node& node = *node_of(state.node);
    for (unsigned i = 0; i < call_counts.count; ++i) {
        node.counts[call_counts.column[i]] += state.counts[i] + counted_early[i];
        state.counts[i] = counted_early[i] = 0;
    }
}

void push_frame(CallState& state, Addr stack_pointer) {
    state.top = frame_at(state.top, 1);
    state.top->stack_pointer = stack_pointer;
    state.top->caller = state.node;
    for (unsigned i = 0; i < call_counts.count; ++i) {
        state.top->counts[i] = state.counts[i];
        state.counts[i] = 0;
    }
}

void pop_frame(CallState& state) {
    flush_counts(state);
    state.node = state.top->caller & ~signal_frame;
    for (unsigned i = 0; i < call_counts.count; ++i)
        state.counts[i] = state.top->counts[i];
    state.top = frame_below(state.top);
}

void flush_frames(Frame* bottom, const Frame* top) {
    const SizeT count = frames_between(bottom, top);
    for (SizeT k = 1; k <= count; ++k) {
        Frame& frame = *frame_at(bottom, k);
        for (unsigned i = 0; i < call_counts.count; ++i) {
            node_of(frame.caller)->counts[call_counts.column[i]] += frame.counts[i];
            frame.counts[i] = 0;
        }
    }
}

namespace {

// The code that a handler returns to is the handler's, even if it has jumped to other functions.
UWord node_after_handler(UWord node) {
    Node* handler = node_of(node);
    while (handler->parent != nullptr && handler->parent != root(Root::signal))
        handler = handler->parent;
    return handler->parent == nullptr || (node & call_pending) != 0 ? node : tagged(handler);
}

} // namespace

void repair_return(CallState& state, Addr stack_pointer, Addr target) {
    const ThreadId thread = VG_(get_running_tid)();
    Thread& t = threads[thread];
    const AlternateStack alternate(thread);
    const Frame* const top = state.top;
    follow_stack(t, state, stack_pointer, target, alternate);
    pop_left(state, stack_pointer, alternate);
    if (return_address_size == 0 && state.top != frames &&
        state.top->stack_pointer == stack_pointer) {
        pop_frame(state);
    }
    if (state.top == frames) {
        state.node = node_without_caller(state.node, target);
        set_bottom(stack_pointer);
    } else if (state.top == top && (top->caller & signal_frame) != 0) {
        state.node = node_after_handler(state.node);
    }
}

void unwind(CallState& state, Addr stack_pointer, Addr target) {
    flush_counts(state);
    const ThreadId thread = VG_(get_running_tid)();
    Thread& t = threads[thread];
    const AlternateStack alternate(thread);
    const SavedStack* const before = t.suspended;
    const Frame* const top = state.top;
    follow_stack(t, state, stack_pointer, target, alternate);
    pop_left(state, stack_pointer, alternate);
    if (state.top == frames) {
        flush_counts(state);
        if (top != state.top || before != t.suspended)
            state.node = node_without_caller(state.node, target);
        set_bottom(stack_pointer);
    }
    current_node = state.node;
}

namespace {

SizeT bytes_for(SizeT count) {
    return sizeof(SavedStack) + (count + 1) * frame_bytes();
}

void release_stack(SavedStack* stack) {
    release(stack, bytes_for(stack->count));
}

// Drops the oldest stacks, because a program does not tell which stacks it no longer uses.
void forget_oldest(SavedStack*& list) {
    constexpr unsigned max_stacks = 4096;
    SavedStack** link = &list;
    for (unsigned i = 0; i < max_stacks && *link != nullptr; ++i)
        link = &(*link)->next;
    drop_stacks(*link);
}

} // namespace

void save_stack(SavedStack*& list, Frame* bottom, const Frame* top, UWord node, Addr highest) {
    const SizeT count = frames_between(bottom, top);
    auto* const saved = static_cast<SavedStack*>(allocate(bytes_for(count)));
    if (saved == nullptr) { // when the thread switches back, the callers are not known
        flush_frames(bottom, top);
        return;
    }
    saved->highest = highest;
    saved->node = node;
    saved->count = count;
    VG_(memcpy)(saved->frames(), bottom, (count + 1) * frame_bytes());
    saved->next = list;
    list = saved;
    forget_oldest(list);
}

void detach_stack(SavedStack*& list, SavedStack* stack) {
    SavedStack** link = &list;
    while (*link != stack)
        link = &(*link)->next;
    *link = stack->next;
}

Frame* restore_stack(SavedStack* stack, Frame* bottom) {
    const SizeT count = stack->count;
    VG_(memcpy)(bottom, stack->frames(), (count + 1) * frame_bytes());
    release_stack(stack);
    return frame_at(bottom, count);
}

// Stacks do not overlap, so a stack pointer is in the stack whose `highest` is the nearest above
// it. A thread that switches back returns to the call that it left, so its stack pointer is at
// most `slack` bytes below the top frame.
SavedStack* find_stack(SavedStack* list, Addr stack_pointer, Addr highest) {
    constexpr Addr slack = 512;
    SavedStack* nearest = nullptr;
    Addr distance = highest >= stack_pointer ? highest - stack_pointer : ~Addr{0};
    for (SavedStack* s = list; s != nullptr; s = s->next) {
        const Addr lowest = frame_at(s->frames(), s->count)->stack_pointer;
        if (s->highest >= stack_pointer && s->highest - stack_pointer < distance &&
            lowest <= stack_pointer + slack) {
            nearest = s;
            distance = s->highest - stack_pointer;
        }
    }
    return nearest;
}

void drop_stacks(SavedStack*& list) {
    while (list != nullptr) {
        SavedStack* const next = list->next;
        flush_frames(list->frames(), frame_at(list->frames(), list->count));
        release_stack(list);
        list = next;
    }
}

} // namespace cg::vg
