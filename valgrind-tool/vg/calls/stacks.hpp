// SPDX-License-Identifier: GPL-2.0-or-later
// The stacks of calls of all threads, for both accounts of calls: the frames of the tree (Tree in
// thread.hpp) and the activations of callgrind's arcs (Pairs in arcs/thread_stack.hpp).
//
// Generated code pushes a call and pops it at the return. Other changes of the stack pointer
// (longjmp, an exception, the end of a signal handler, a switch to another stack) are detected at
// the next return or indirect jump, whose stack pointer then does not match the call on top.
// follow() repairs the calls then.
#pragma once

#include "vg/core/arena.hpp"
#include "vg/core/thread_state.hpp"

namespace cg::vg {

// The number of bytes that a call instruction pushes on the stack.
#if defined(VGA_x86) || defined(VGA_amd64)
inline constexpr Addr return_address_size = sizeof(Addr);
#else
inline constexpr Addr return_address_size = 0;
#endif

// Indirect jumps with a stack pointer less than `near_jump` bytes below the call on top are
// ignored, because switches and interpreters jump often. Further below, it may be another stack.
inline constexpr Addr near_jump = 1u << 16;
// No stack of a program is smaller.
inline constexpr Addr smallest_stack = 2048;

// Returns true if a stack pointer far from `highest`, the highest one of a stack, does not belong
// to it because it is in another mapping of memory.
bool is_other_mapping(Addr stack_pointer, Addr highest);
// Returns true if a function that began with the stack pointer `from` has switched to another stack
// before a call whose function begins with `to`.
bool is_other_stack(Addr from, Addr to);
// Returns true if the thread has switched to a new stack: it jumped to the beginning of a function,
// and its stack pointer is above the stack or well below the call on top; or its stack pointer is
// above the stack or far below the call on top, and in another mapping.
bool is_new_stack(Addr highest, Addr top, Addr stack_pointer, Addr target);

// Returns true if a jump to `target` is a return, provided that the stack pointer is that with
// which the function began.
bool is_returned_to(Addr target);

// The size of calls depends on the events that are counted.
template <typename Call>
Call* call_at(Call* bottom, SizeT depth) {
    return reinterpret_cast<Call*>(reinterpret_cast<UWord>(bottom) + depth * Call::bytes());
}
template <typename Call>
Call* call_above(Call* call) {
    return reinterpret_cast<Call*>(reinterpret_cast<UWord>(call) + Call::bytes());
}
template <typename Call>
Call* call_below(Call* call) {
    return reinterpret_cast<Call*>(reinterpret_cast<UWord>(call) - Call::bytes());
}
template <typename Call>
SizeT depth_of(const Call* bottom, const Call* top) {
    return (reinterpret_cast<UWord>(top) - reinterpret_cast<UWord>(bottom)) / Call::bytes();
}

// Call f(call) for each call of a stack, its bottom too: from the oldest on, and from the latest
// on.
template <typename Call, typename F>
void for_each_call(Call* bottom, Call* top, const F& f) {
    for (Call* call = bottom; call <= top; call = call_above(call))
        f(*call);
}
template <typename Call, typename F>
void for_each_call_down(Call* bottom, Call* top, const F& f) {
    for (Call* call = top; call >= bottom; call = call_below(call))
        f(*call);
}

enum class Change { none, popped, switched };

// `Account::Call` begins with the stack pointer that its function began with, and `Account::State`,
// in the shadow of a thread's registers, has the address of the latest call, `top`.
template <typename Account>
class Stacks {
  public:
    using Call = typename Account::Call;
    using State = typename Account::State;

    // The calls of a stack that does not run.
    struct Saved {
        Saved* next;
        Addr highest; // the highest stack pointer seen in the stack
        UWord kept;   // what the account keeps of the state
        SizeT depth;

        Call* bottom() { return reinterpret_cast<Call*>(this + 1); }
        Call* top() { return call_at(bottom(), depth); }
    };

    struct Thread : Account::OfThread {
        Saved* parked;    // the calls of the current stack while another thread runs
        SizeT depth;      // the number of calls when the thread ran last
        Saved* suspended; // the other stacks
        Addr highest;     // the highest stack pointer seen in the current stack
        bool is_known;    // its calls are

        Call* bottom() const { return parked != nullptr ? parked->bottom() : Stacks::bottom; }
        Call* top() const { return call_at(bottom(), depth); }
    };
    // Indexed by thread id.
    static inline constinit Thread* threads = nullptr;

    // The calls of the current stack of the thread that ran last, the oldest first: there is room
    // for all that a time slice may push. Element 0 is not a call: no stack pointer matches it, so
    // it is never popped.
    static inline constinit Call* bottom = nullptr;
    static inline constinit ThreadId placed = VG_INVALID_THREADID; // that thread

    static void start() {
        threads = static_cast<Thread*>(need_pages(VG_N_THREADS * sizeof(Thread)));
        capacity = room_for_slice + 8192;
        bottom = static_cast<Call*>(need_pages(capacity * Call::bytes()));
    }

    // Begins an empty stack. The stack pointer of element 0 is one that no call has, and less than
    // near_jump above the present one, so that indirect jumps are ignored.
    static void begin(Thread& t, State& state, Addr stack_pointer) {
        state.top = bottom;
        t.highest = stack_pointer;
        set_bottom(stack_pointer);
    }
    static void set_bottom(Addr stack_pointer) {
        bottom->stack_pointer = (stack_pointer + near_jump / 2) | Account::tag_of_bottom;
    }

    // Stores the state of the thread that is placed, and how many calls it has.
    static void store(ThreadId thread, const State& state) {
        threads[thread].depth = depth_of(bottom, state.top);
        store_thread_state(thread, state);
    }

    // Makes the thread's calls those from `bottom` on.
    static void place(ThreadId thread) {
        if (placed == thread)
            return;
        park(threads[placed]);
        placed = thread;
        Thread& t = threads[thread];
        if (t.parked == nullptr)
            return;
        State state = load_thread_state<State>(thread);
        Saved* const parked = t.parked;
        t.parked = nullptr;
        state.top = restore(parked);
        store_thread_state(thread, state);
    }

    static bool has_room(SizeT depth) { return depth + room_for_slice < capacity; }
    static void make_room(State& state) {
        const SizeT depth = depth_of(bottom, state.top);
        if (has_room(depth))
            return;
        auto* const larger = static_cast<Call*>(map_pages(2 * capacity * Call::bytes()));
        if (larger == nullptr)
            return note_memory_ran_out();
        VG_(memcpy)(larger, bottom, (depth + 1) * Call::bytes());
        bottom = larger;
        capacity *= 2;
        state.top = call_at(bottom, depth);
    }

    // Makes the calls of the thread unknown.
    static void forget(Thread& t) {
        if (t.is_known && t.parked == nullptr)
            Account::put_away(bottom, t.top());
        if (t.is_known)
            Account::drop(t.bottom(), t.top());
        t.is_known = false;
        drop(t.parked);
        drop(t.suspended);
    }

    // Returns the stack pointer of a handler of a signal. The core calls it without a call
    // instruction, so nothing has pushed a return address.
    static Addr handler_begin(ThreadId thread, bool is_alternate) {
        return (is_alternate ? AlternateStack(thread).high : VG_(get_SP)(thread)) -
               return_address_size;
    }

    // Returns the call of the handler of a signal that ends: the latest one, because handlers that
    // were left have no call. Null: it is not there any more, because counting was off in between.
    static Call* latest_handler(const Thread& t) {
        Call* call = t.top();
        while (call != bottom && !Account::is_signal(*call))
            call = call_below(call);
        return call == bottom ? nullptr : call;
    }

    // Pops the calls of functions that the thread has left, after it went to `target` with this
    // stack pointer, and switches to the calls of the stack that this is in.
    static Change follow(ThreadId thread, State& state, Addr stack_pointer, Addr target) {
        Thread& t = threads[thread];
        const AlternateStack alternate(thread);
        Change change = Change::none;
        const Call* visitor = nullptr;
        if (!alternate.holds(stack_pointer)) {
            while (state.top != bottom && alternate.holds(Account::position(*state.top)))
                pop(state, change);
            visitor = end_visits(t, state, stack_pointer, target, change);
            if (visitor == nullptr)
                switch_stack(t, state, stack_pointer, target, change);
        }
        while (state.top != bottom && state.top != visitor &&
               alternate.is_left(Account::position(*state.top), stack_pointer))
            pop(state, change);
        return change;
    }

    // As follow(), for a return, also if nothing shows in the stack pointer that the function has
    // returned, because the processor keeps the return address in a register.
    static Change follow_return(ThreadId thread, State& state, Addr stack_pointer, Addr target) {
        // A handler returns to the code that ends it, below what the core has saved.
        if (Account::is_signal(*state.top) &&
            Account::position(*state.top) - stack_pointer < near_jump)
            return Change::none;
        Change change = follow(thread, state, stack_pointer, target);
        pop_returned(state, stack_pointer, change);
        return change;
    }

    // As follow(), for an indirect jump, which may be a return.
    static Change follow_jump(ThreadId thread, State& state, Addr stack_pointer, Addr target) {
        Change change = follow(thread, state, stack_pointer, target);
        if (is_returned_to(target))
            pop_returned(state, stack_pointer, change);
        return change;
    }

    // Calls `visit` with the bottom and the top of each stack of the thread.
    template <typename F>
    static void for_each_stack(Thread& t, const F& visit) {
        if (t.is_known)
            visit(t.bottom(), t.top());
        for (Saved* s = t.suspended; s != nullptr; s = s->next)
            visit(s->bottom(), s->top());
    }

  private:
    static inline constinit SizeT capacity = 0; // from `bottom` on

    static void pop(State& state, Change& change) {
        Account::leave(state);
        if (change == Change::none)
            change = Change::popped;
    }

    // Pops the call that returns, and those that end with it.
    static void pop_returned(State& state, Addr stack_pointer, Change& change) {
        bool is_last = return_address_size != 0;
        while (!is_last && state.top != bottom && Account::position(*state.top) == stack_pointer) {
            is_last = !Account::ends_with_caller(*state.top);
            pop(state, change);
        }
    }

    static Addr top_position(const Thread& t, const State& state) {
        return state.top == bottom ? t.highest : Account::position(*state.top);
    }

    // Returns the lowest stack pointer that is known of a stack without calls on top of `call`.
    // The core saves registers for a handler of a signal below its call.
    static Addr lowest(const Call* bottom_of, const Call* call) {
        if (call == bottom_of)
            return call->stack_pointer - near_jump / 2;
        const Addr position = Account::position(*call);
        while (Account::ends_with_caller(*call))
            call = call_below(call);
        return position - (Account::is_signal(*call) ? near_jump : 0);
    }

    // A function may set the stack pointer to another stack and call there, as Go's mcall() does to
    // call its scheduler: a visit. Its calls are above those of the stack that it comes from.
    // Returns the first of the latest one. Null: there is none.
    static Call* latest_visit(const Thread& t, const State& state) {
        const Addr top = top_position(t, state);
        if (top <= t.highest && (t.highest - top < near_jump || !is_other_mapping(top, t.highest)))
            return nullptr;
        for (Call* call = state.top; call != bottom; call = call_below(call)) {
            Call* const caller = call_below(call);
            const Addr from = caller == bottom ? t.highest : Account::position(*caller);
            if (is_other_stack(from, Account::position(*call)))
                return call;
        }
        return nullptr;
    }

    // Pops the calls of visits that are over: nothing returns to them. Returns the call of the
    // function that made the present visit. Null: there is none.
    static const Call* end_visits(Thread& t, State& state, Addr stack_pointer, Addr target,
                                  Change& change) {
        // Most often some calls of the same stack are left.
        if (t.suspended == nullptr && stack_pointer - top_position(t, state) < smallest_stack)
            return nullptr;
        while (Call* const first = latest_visit(t, state)) {
            Call* const caller = call_below(first);
            const Addr highest = Account::position(*first);
            const bool is_over =
                stack_pointer > highest ||
                is_nearer(lowest(bottom, caller), t.highest, stack_pointer, highest) ||
                *find(t.suspended, stack_pointer, highest) != nullptr ||
                is_new_stack(highest, Account::position(*state.top), stack_pointer, target);
            if (!is_over)
                return caller;
            while (state.top != caller)
                pop(state, change);
        }
        return nullptr;
    }

    static void switch_stack(Thread& t, State& state, Addr stack_pointer, Addr target,
                             Change& change) {
        Saved** const waiting = find(t.suspended, stack_pointer, t.highest);
        if (Saved* const saved = *waiting) {
            *waiting = saved->next;
            suspend(t, state);
            t.highest = saved->highest;
            const UWord kept = saved->kept;
            state.top = restore(saved);
            Account::resume(state, kept);
            change = Change::switched;
        } else if (is_new_stack(t.highest, top_position(t, state), stack_pointer, target)) {
            suspend(t, state);
            begin(t, state, stack_pointer);
            Account::begin(state);
            change = Change::switched;
        }
        if (stack_pointer > t.highest)
            t.highest = stack_pointer;
    }

    static void suspend(Thread& t, State& state) {
        save(t.suspended, state.top, Account::suspend(state), t.highest);
    }

    // Without memory for its calls, the callers of the thread are not known any more.
    static void park(Thread& t) {
        if (!t.is_known)
            return;
        save(t.parked, t.top(), 0, t.highest);
        if (t.parked != nullptr)
            return;
        drop(t.suspended);
        t.is_known = false;
        Account::lose_callers(t);
    }

    static SizeT bytes_for(SizeT depth) { return sizeof(Saved) + (depth + 1) * Call::bytes(); }

    // Copies the calls from `bottom` to `top` to a new element at the beginning of the list.
    static void save(Saved*& list, Call* top, UWord kept, Addr highest) {
        Account::put_away(bottom, top);
        const SizeT depth = depth_of(bottom, top);
        auto* const saved = static_cast<Saved*>(try_allocate(bytes_for(depth)));
        if (saved == nullptr) { // when the thread switches back, the callers are not known
            Account::drop(bottom, top);
            return;
        }
        *saved = {.next = list, .highest = highest, .kept = kept, .depth = depth};
        VG_(memcpy)(saved->bottom(), bottom, (depth + 1) * Call::bytes());
        list = saved;
        forget_oldest(list);
    }

    // Copies the calls to `bottom`, releases the stack, and returns the new top.
    static Call* restore(Saved* saved) {
        const SizeT depth = saved->depth;
        VG_(memcpy)(bottom, saved->bottom(), (depth + 1) * Call::bytes());
        release(saved, bytes_for(depth));
        Account::take_back(bottom, call_at(bottom, depth));
        return call_at(bottom, depth);
    }

    // Drops the oldest stacks, because a program does not tell which stacks it no longer uses.
    static void forget_oldest(Saved*& list) {
        constexpr unsigned max_stacks = 4096;
        Saved** link = &list;
        for (unsigned i = 0; i < max_stacks && *link != nullptr; ++i)
            link = &(*link)->next;
        drop(*link);
    }

    // Releases all stacks of the list.
    static void drop(Saved*& list) {
        while (list != nullptr) {
            Saved* const next = list->next;
            Account::drop(list->bottom(), list->top());
            release(list, bytes_for(list->depth));
            list = next;
        }
    }

    // Returns true if a stack holds the stack pointer, and its highest one is nearer to that than
    // `highest`, the one of another stack. A thread that switches back returns to the call that it
    // left, so its stack pointer is at most `slack` bytes below the call on top, which is at
    // `lowest`.
    static bool is_nearer(Addr lowest, Addr high, Addr stack_pointer, Addr highest) {
        constexpr Addr slack = 512;
        return high >= stack_pointer && lowest <= stack_pointer + slack &&
               (highest < stack_pointer || high < highest);
    }

    // Finds the stack that the stack pointer is in: the one that begins nearest above it. Returns
    // where the list refers to it; if that is null, it is in the current stack, whose highest stack
    // pointer is `highest`, or in an unknown one.
    static Saved** find(Saved*& list, Addr stack_pointer, Addr highest) {
        Saved** nearest = nullptr;
        Saved** link = &list;
        for (; *link != nullptr; link = &(*link)->next) {
            Saved& s = **link;
            if (is_nearer(lowest(s.bottom(), s.top()), s.highest, stack_pointer, highest)) {
                nearest = link;
                highest = s.highest;
            }
        }
        return nearest != nullptr ? nearest : link;
    }
};

} // namespace cg::vg
