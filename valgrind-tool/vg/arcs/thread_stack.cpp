// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/arcs/thread_stack.hpp"

#include "vg/arcs/block_counts.hpp"
#include "vg/arcs/jump.hpp"
#include "vg/arcs/stack.hpp"
#include "vg/arcs/system_cost.hpp"
#include "vg/core/arena.hpp"
#include "vg/core/options.hpp"
#include "vg/core/thread_state.hpp"
#include "vg/count/counts.hpp"
#include "vg/count/thread_costs.hpp"

namespace cg::vg {

constinit Function nobody = {};

StackState load_stack_state(ThreadId thread) {
    return load_thread_state<StackState>(thread);
}

void store_stack_state(ThreadId thread, const StackState& state) {
    store_thread_state(thread, state);
    current_slot = state.slot;
}

namespace {

using Thread = PairStacks::Thread;

Thread& thread_of(ThreadId thread) {
    return PairStacks::threads[thread];
}

UWord slot_at_start() {
    return options.collect_at_start ? 0 : slot_of_uncollected;
}

// Adds `times` times the activations to the functions' numbers of these.
void add_active(Activation* bottom, Activation* top, UWord times) {
    for_each_call(bottom, top,
                  [=](const Activation& a) { a.function->active += times * count_of(a); });
}

void forget(ThreadId thread) {
    Thread& t = thread_of(thread);
    if (!t.is_known)
        return;
    t.first_slot = load_stack_state(thread).slot & slot_of_uncollected;
    PairStacks::forget(t);
}

void set_totals(StackState& state, const ULong* totals) {
    copy_counts(missed_counts, totals);
    for (unsigned i = 0; i < call_counts.count; ++i)
        state.totals[i] = totals[call_counts.column[i]];
}

// Adds the counts that a fault has kept from being added.
void add_early_counts(StackState& state) {
    for (unsigned i = 0; i < call_counts.count; ++i) {
        if (state.is_collected())
            state.totals[i] += counted_early[i];
        counted_early[i] = 0;
    }
}

void place(ThreadId thread) {
    if (PairStacks::placed == thread)
        return;
    PairStacks::place(thread);
    if (options.separate_threads)
        profile_thread(thread);
    StackState state = load_stack_state(thread);
    set_totals(state, thread_of(thread).totals);
    store_stack_state(thread, state);
}

void begin(ThreadId thread) {
    Thread& t = thread_of(thread);
    StackState state = {};
    PairStacks::begin(t, state, VG_(get_SP)(thread));
    state.slot = t.first_slot;
    set_totals(state, t.totals);
    Pairs::begin(state);
    store_stack_state(thread, state);
    t.depth = 0;
    t.is_known = t.was_there = true;
}

// Keeps what is asked about the thread when it does not run.
void keep(ThreadId thread, const StackState& state) {
    Thread& t = thread_of(thread);
    t.depth = depth_of(PairStacks::bottom, state.top);
    t.slot = state.slot;
    copy_totals(t.totals, state);
}

// Calls f(activation, totals) from the top down. `totals` are those of the thread, then those
// without the cost of handlers of signals: it is no part of what these interrupt, which goes on
// from there.
template <typename F>
void for_each_activation(Activation* bottom, Activation* top, ULong* totals, const F& f) {
    for_each_call_down(bottom, top, [&](Activation& a) {
        if (Pairs::is_signal(a))
            copy_counts(totals, a.totals);
        else
            f(a, totals);
    });
}

} // namespace

void go_back(StackState& state, const ULong* totals) {
    ULong* const zeroed_at = thread_of(VG_(get_running_tid)()).zeroed_at;
    for (unsigned i = 0; i < events.count; ++i) {
        if (zeroed_at[i] > totals[i])
            zeroed_at[i] = totals[i];
    }
    set_totals(state, totals);
}

// Adds the cost of the activations so far to their arcs, and takes back that of handlers of
// signals.
UWord Pairs::suspend(StackState& state) {
    ULong totals[EventSet::max_count];
    copy_totals(totals, state);
    for_each_activation(PairStacks::bottom, state.top, totals, charge);
    go_back(state, totals);
    return state.slot;
}

void Pairs::resume(StackState& state, UWord slot) {
    state.slot = slot;
    ULong totals[EventSet::max_count];
    copy_totals(totals, state);
    for_each_call(PairStacks::bottom, state.top, [&](Activation& a) { set_began(a, totals); });
}

void Pairs::begin(StackState& state) {
    state.from = tagged(no_site);
    state.slot &= slot_of_uncollected;
    begin_top(state);
}

void Pairs::put_away(Activation* bottom, Activation* top) {
    add_active(bottom, top, ~UWord{0});
}

void Pairs::take_back(Activation* bottom, Activation* top) {
    add_active(bottom, top, 1);
}

StackState last_state(ThreadId thread) {
    const Thread& t = thread_of(thread);
    if (t.is_known && thread == VG_(get_running_tid)())
        return load_stack_state(thread);
    StackState state = {};
    state.slot = t.slot;
    state.top = t.is_known ? t.top() : nullptr;
    return state;
}

void copy_totals(ULong* to, const StackState& state) {
    copy_counts(to, missed_counts);
    for (unsigned i = 0; i < call_counts.count; ++i)
        to[call_counts.column[i]] = state.totals[i];
}

void add_to_totals(ThreadId thread, unsigned column, ULong n) {
    thread_of(thread).totals[column] += n;
    if (PairStacks::placed != thread)
        return;
    const unsigned index = call_counts.index_of(column);
    if (index == call_counts.count) {
        missed_counts[column] += n;
        return;
    }
    StackState state = load_stack_state(thread);
    state.totals[index] += n;
    store_thread_state(thread, state);
}

void start_thread_stacks() {
    call_counts = CallCounts::of(events);
    PairStacks::start();
    for (UInt i = 0; i < VG_N_THREADS; ++i)
        thread_of(i).first_slot = slot_at_start();
    constexpr ThreadId first = 1;
    thread_of(first).was_there = true;
}

bool is_stack_known(ThreadId thread) {
    return thread_of(thread).is_known;
}

void stack_before_client_code(ThreadId thread) {
    last_block = nullptr;
    set_last_block(thread, nullptr);
    forget_misses();
    place(thread);
    if (!thread_of(thread).is_known)
        begin(thread);
    const StackState state = load_stack_state(thread);
    current_slot = state.slot;
    const Superblock* const next = superblock_at(VG_(get_IP)(thread));
    if (next != nullptr && next->expected != nullptr && next->expected != state.top->function)
        note_run_by_several(next->code);
}

void stack_after_client_code(ThreadId thread) {
    Thread& t = thread_of(thread);
    if (!t.is_known)
        return;
    set_last_block(thread, last_block);
    StackState state = load_stack_state(thread);
    add_early_counts(state);
    PairStacks::make_room(state);
    keep(thread, state);
    store_stack_state(thread, state);
}

void stack_begin_thread(ThreadId thread) {
    forget(thread);
    thread_of(thread).first_slot = slot_at_start();
}

void stack_end_thread(ThreadId thread) {
    Thread& t = thread_of(thread);
    if (!t.is_known)
        return;
    place(thread);
    // The last superblock ends with the thread's exit, and callgrind has not counted it.
    if (options.callgrind)
        uncount_last_blocks(thread);
    last_block = nullptr;
    set_last_block(thread, nullptr);
    StackState state = load_stack_state(thread);
    while (state.top != PairStacks::bottom)
        pop(state);
    keep(thread, state);
    forget(thread);
    t.first_slot = slot_at_start();
}

void stack_before_signal(ThreadId thread, Int /*signal*/, Bool alternate_stack) {
    Thread& t = thread_of(thread);
    if (!t.is_known)
        return;
    place(thread);
    StackState state = load_stack_state(thread);
    add_early_counts(state);
    const Addr began = PairStacks::handler_begin(thread, alternate_stack);
    push(state, (began & ~activation_tags) | by_signal);
    t.depth = depth_of(PairStacks::bottom, state.top);
    state.from = tagged(no_site);
    // As in callgrind, a handler is no part of what it interrupts.
    state.slot = slot_at_start();
    store_stack_state(thread, state);
}

// The core has already restored the registers that the thread had when the handler began, and the
// state in their shadow, so that its totals are without the handler's.
void stack_after_signal(ThreadId thread, Int /*signal*/) {
    Thread& t = thread_of(thread);
    if (!t.is_known)
        return;
    place(thread);
    const StackState restored = load_stack_state(thread);
    StackState state = restored;
    const Activation* const handler = PairStacks::latest_handler(t);
    state.top = t.top();
    state.slot = t.slot;
    set_totals(state, t.totals);
    if (options.callgrind) {
        // The superblock that ends the handler is not counted, as that which ends a thread.
        store_stack_state(thread, state);
        uncount_last_blocks(thread);
        state = load_stack_state(thread);
    }
    while (state.top != PairStacks::bottom && state.top >= handler)
        pop(state);
    state.from = handler != nullptr ? restored.from : tagged(no_site);
    keep(thread, state);
    store_stack_state(thread, state);
}

void charge_active() {
    for (UInt i = 0; i < VG_N_THREADS; ++i) {
        Thread& t = thread_of(i);
        if (!t.is_known)
            continue;
        if (i == PairStacks::placed &&
            i == VG_(get_running_tid)()) { // perhaps in the middle of a slice
            keep(i, load_stack_state(i));
        }
        ULong totals[EventSet::max_count];
        copy_counts(totals, t.totals);
        // A function that is not known to have been called is charged when it returns.
        const bool is_others = options.separate_threads && i != PairStacks::placed;
        for_each_activation(t.bottom(), t.top(), totals, [=](Activation& a, const ULong* now) {
            if (!is_others || a.arc != no_arc)
                charge(a, now);
        });
    }
}

void zero_active() {
    const ThreadId running = VG_(get_running_tid)();
    for (UInt i = 0; i < VG_N_THREADS; ++i) {
        Thread& t = thread_of(i);
        if (!t.is_known || (options.separate_threads && i != running))
            continue;
        if (i == running) {
            keep(i, load_stack_state(i));
            copy_counts(t.zeroed_at, t.totals);
        }
        ULong totals[EventSet::max_count];
        copy_counts(totals, t.totals);
        const bool is_zeroed = i == running || (t.slot & slot_of_uncollected) == 0;
        for_each_activation(t.bottom(), t.top(), totals, [=](Activation& a, const ULong* began) {
            if (is_zeroed)
                zero_calls(*a.arc);
            if (i == running)
                set_began(a, began);
        });
    }
}

void add_totals_since(ThreadId thread, ULong* sums) {
    for (UInt i = 0; i < VG_N_THREADS; ++i) {
        Thread& t = thread_of(i);
        if (thread != 0 && thread != i)
            continue;
        add_counts(sums, t.totals);
        subtract_counts(sums, t.zeroed_at);
        copy_counts(t.zeroed_at, t.totals);
    }
}

void copy_thread_totals(ThreadId thread, ULong* totals) {
    copy_counts(totals, thread_of(thread).totals);
    subtract_counts(totals, thread_of(thread).zeroed_at);
}

void end_stacks() {
    charge_active();
    ULong ignored[EventSet::max_count] = {};
    add_totals_since(0, ignored);
    for (UInt i = 0; i < VG_N_THREADS; ++i) {
        forget(i);
        set_last_block(i, nullptr);
    }
}

namespace {

constinit StaticArray<Site*> noted;

} // namespace

void profile_thread(ThreadId thread) {
    settle_thread();
    count_for(thread);
    arcs_thread = static_cast<UShort>(thread);
    forget_arc_entries();
}

void settle_thread() {
    settle_thread_costs();
    for (SizeT i = 0; i < noted.size(); ++i) {
        noted[i]->is_noted = 0;
        move_costs(*noted[i]->line);
    }
    noted.clear();
    if (memory_ran_out()) // what is left is no thread's
        return;
    if (options.collect_jumps)
        settle_jumps(arcs_thread);
    if (events.system_count != 0)
        settle_system_costs(arcs_thread);
}

VG_REGPARM(1) void note_stub(Site* site) {
    if (site == no_site)
        return;
    noted.append(site);
    site->is_noted = 1;
}

} // namespace cg::vg
