// SPDX-License-Identifier: GPL-2.0-or-later
// Frames are in one array for a thread, from its oldest call up. Its first element is
// no call: nothing matches it, so that nobody pops it.
#include "vg/calls/frames.hpp"

#include "vg/calls/stacks.hpp"
#include "vg/core/arena.hpp"

namespace cg::vg {

constinit CallCounts call_counts;
constinit ULong counted_early[CallCounts::most] = {};
constinit UWord current_node = 0;

namespace {

// The core runs a thread for so many superblocks at most before it asks whoever tracks
// client code. Each can push a frame.
constexpr SizeT slice = 100'000;
constexpr SizeT room_for_slice = slice + 1024;
constexpr SizeT first_capacity = SizeT{1} << 17;
static_assert(first_capacity > room_for_slice);

struct Thread {
    Frame* frames;
    SizeT capacity;
    Frame* former[8]; // arrays that were outgrown, which the core's copies may point to
    SizeT former_capacity[8];
    unsigned former_count;
    SizeT depth; // of `top`, when it ran last
    SavedStack* suspended;
    Addr highest; // of its current stack
    Root began;
    bool is_known; // has a place in the tree
};
constinit Thread* threads = nullptr;

CallState load_state(ThreadId thread) {
    CallState state = {};
    VG_(get_shadow_regs_area)
    (thread, reinterpret_cast<UChar*>(&state), 1, call_state_offset, sizeof state);
    return state;
}

void store_state(ThreadId thread, const CallState& state) {
    VG_(set_shadow_regs_area)
    (thread, 1, call_state_offset, sizeof state, reinterpret_cast<const UChar*>(&state));
}

UWord tagged(Node* node) {
    return reinterpret_cast<UWord>(node);
}

// So that no stack pointer equals it, and that indirect jumps are near it.
void set_bottom(Thread& t, Addr stack_pointer) {
    t.frames[0] = {(stack_pointer + near_jump / 2) | 1, tagged(root(Root::missing))};
}

bool make_room(Thread& t, CallState& state) {
    const auto depth = static_cast<SizeT>(state.top - t.frames);
    if (t.frames != nullptr && depth + room_for_slice < t.capacity)
        return true;
    const SizeT capacity = t.frames == nullptr ? first_capacity : 2 * t.capacity;
    auto* const frames = static_cast<Frame*>(map_pages(capacity * sizeof(Frame)));
    if (frames == nullptr)
        return false;
    if (t.frames != nullptr) {
        VG_(memcpy)(frames, t.frames, (depth + 1) * sizeof(Frame));
        if (t.former_count < 8) {
            t.former[t.former_count] = t.frames;
            t.former_capacity[t.former_count++] = t.capacity;
        }
        state.top = frames + depth;
    }
    t.frames = frames;
    t.capacity = capacity;
    return true;
}

// A frame is dead once the stack pointer is above where its return address was.
bool is_dead(const Frame& frame, Addr stack_pointer) {
    return frame.stack_pointer < stack_pointer + return_address_size;
}

// The alternate stack of a thread, whose frames lie among those of the stack that the
// signal interrupted.
struct AlternateStack {
    Addr low, high;

    explicit AlternateStack(ThreadId thread)
        : low(VG_(thread_get_altstack_min)(thread)),
          high(low + VG_(thread_get_altstack_size)(thread)) {}
    bool holds(Addr stack_pointer) const { return low < stack_pointer && stack_pointer <= high; }
};

// Pops what is left: the node that is the current one then.
UWord pop_dead(Thread& t, CallState& state, Addr stack_pointer, const AlternateStack& alternate) {
    const bool in_handler = alternate.holds(stack_pointer);
    UWord node = state.node;
    while (state.top != t.frames) {
        const bool on_alternate = alternate.holds(state.top->stack_pointer);
        if (in_handler ? !on_alternate || !is_dead(*state.top, stack_pointer)
                       : !on_alternate && !is_dead(*state.top, stack_pointer)) {
            break;
        }
        node = state.top->caller & ~signal_frame;
        --state.top;
    }
    return node;
}

// With no frame left, nobody knows the caller that is returned to: unless it is the
// function that the node is for.
UWord node_without_caller(UWord node, Addr target) {
    if (beginning_at(target) == Beginning::function)
        return tagged(root(Root::thread)) | call_pending; // a new stack's first function
    Callee* const around = callee_around(target);
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

// True if the program has gone to a stack that it had not before: to a function's
// beginning, or into another mapping.
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
    save_stack(t.suspended, t.frames, state.top, state.node, t.highest);
}

void resume(Thread& t, CallState& state, SavedStack* saved) {
    t.highest = saved->highest;
    state.node = saved->node;
    state.top = restore_stack(saved, t.frames);
}

// Changes to the stack that the stack pointer is in.
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
        set_bottom(t, stack_pointer);
        t.highest = stack_pointer;
        state.top = t.frames;
        state.node = tagged(root(Root::missing));
    }
    if (stack_pointer > t.highest)
        t.highest = stack_pointer;
}

// False: out of memory.
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

} // namespace

void flush_counts(CallState& state) {
    Node& node = *node_of(state.node);
    for (unsigned i = 0; i < call_counts.count; ++i) {
        node.counts[call_counts.column[i]] += state.counts[i] + counted_early[i];
        state.counts[i] = counted_early[i] = 0;
    }
}

void repair_return(CallState& state, Addr stack_pointer, Addr target) {
    const ThreadId thread = VG_(get_running_tid)();
    Thread& t = threads[thread];
    const AlternateStack alternate(thread);
    follow_stack(t, state, stack_pointer, target, alternate);
    UWord node = pop_dead(t, state, stack_pointer, alternate);
    if (return_address_size == 0 && state.top != t.frames &&
        state.top->stack_pointer == stack_pointer) {
        node = state.top->caller & ~signal_frame;
        --state.top;
    }
    if (state.top == t.frames) {
        node = node_without_caller(node, target);
        set_bottom(t, stack_pointer);
    }
    // For the caller of this to pop.
    *++state.top = {stack_pointer, node};
}

void unwind(CallState& state, Addr stack_pointer, Addr target) {
    flush_counts(state);
    const ThreadId thread = VG_(get_running_tid)();
    Thread& t = threads[thread];
    const AlternateStack alternate(thread);
    const SavedStack* const before = t.suspended;
    const Frame* const top = state.top;
    follow_stack(t, state, stack_pointer, target, alternate);
    state.node = pop_dead(t, state, stack_pointer, alternate);
    if (state.top == t.frames) {
        if (top != state.top || before != t.suspended)
            state.node = node_without_caller(state.node, target);
        set_bottom(t, stack_pointer);
    }
    current_node = state.node;
}

bool prepare_threads() {
    call_counts = CallCounts::of(events);
    threads = static_cast<Thread*>(map_pages(VG_N_THREADS * sizeof(Thread)));
    return threads != nullptr;
}

void begin_thread(ThreadId thread) {
    Thread& t = threads[thread];
    t.is_known = false;
    t.began = Root::thread;
}

void end_thread(ThreadId thread) {
    threads[thread].is_known = false;
    drop_stacks(threads[thread].suspended);
}

void forget_callers() {
    for (UInt i = 0; i < VG_N_THREADS; ++i) {
        threads[i].is_known = false;
        threads[i].began = Root::missing;
        drop_stacks(threads[i].suspended);
    }
}

bool calls_before_client_code(ThreadId thread) {
    if (!threads[thread].is_known && !find_place(thread))
        return false;
    if (events.cache)
        current_node = load_state(thread).node;
    return true;
}

bool calls_after_client_code(ThreadId thread) {
    Thread& t = threads[thread];
    if (!t.is_known)
        return true;
    CallState state = load_state(thread);
    flush_counts(state);
    // Frames that nobody pops, as those of a call to the next instruction.
    const Addr stack_pointer = VG_(get_SP)(thread);
    if (static_cast<SizeT>(state.top - t.frames) + 2 * room_for_slice > t.capacity) {
        const AlternateStack alternate(thread);
        if (!alternate.holds(stack_pointer)) {
            while (state.top != t.frames && is_dead(*state.top, stack_pointer) &&
                   (state.top->caller & signal_frame) == 0) {
                --state.top;
            }
        }
    }
    const bool room = make_room(t, state);
    t.depth = static_cast<SizeT>(state.top - t.frames);
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
    *++state.top = {stack_pointer, state.node | signal_frame};
    state.node = tagged(root(Root::signal)) | call_pending;
    store_state(thread, state);
}

// The core has given the thread the registers back that it had when the handler began.
void after_signal(ThreadId thread, Int /*signal*/) {
    Thread& t = threads[thread];
    if (!t.is_known)
        return;
    CallState state = load_state(thread);
    auto depth = static_cast<SizeT>(state.top - t.frames);
    for (unsigned i = 0; i < t.former_count && depth >= t.capacity; ++i) {
        const auto there = static_cast<SizeT>(state.top - t.former[i]);
        if (there < t.former_capacity[i])
            depth = there;
    }
    const bool is_there = depth <= t.depth && depth != 0 && depth < t.capacity &&
                          (t.frames[depth].caller & signal_frame) != 0;
    if (!is_there) { // counting was off in between
        t.is_known = false;
        t.began = Root::missing;
        return;
    }
    state.top = t.frames + depth - 1;
    state.node = t.frames[depth].caller & ~signal_frame;
    store_state(thread, state);
}

void for_each_running_node(void (*visit)(UWord node)) {
    for (UInt i = 0; i < VG_N_THREADS; ++i) {
        const Thread& t = threads[i];
        for (const SavedStack* s = t.suspended; s != nullptr; s = s->next) {
            visit(s->node);
            for (SizeT k = 0; k <= s->count; ++k)
                visit(s->frames[k].caller);
        }
        if (!t.is_known)
            continue;
        visit(load_state(i).node);
        for (SizeT k = 0; k <= t.depth; ++k)
            visit(t.frames[k].caller);
    }
}

} // namespace cg::vg
