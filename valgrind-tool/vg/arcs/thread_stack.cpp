// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/arcs/thread_stack.hpp"

#include "vg/arcs/block_counts.hpp"
#include "vg/arcs/jump.hpp"
#include "vg/arcs/stack.hpp"
#include "vg/arcs/system_cost.hpp"
#include "vg/core/arena.hpp"
#include "vg/core/options.hpp"
#include "vg/core/thread_state.hpp"
#include "vg/count/thread_costs.hpp"

namespace cg::vg {

constinit Activation* activations = nullptr;
constinit UWord nobody_active = 0;

StackState load_stack_state(ThreadId thread) {
    return load_thread_state<StackState>(thread);
}

void store_stack_state(ThreadId thread, const StackState& state) {
    store_thread_state(thread, state);
    current_slot = state.slot;
}

namespace {

constexpr SizeT first_capacity = room_for_slice + 8192;

constinit SizeT capacity = 0;
constinit ThreadId placed = VG_INVALID_THREADID; // the thread whose activations these are

struct ThreadStack {
    Activation* parked; // while another thread runs; null: in `activations`
    SizeT depth;        // when the thread ran last, without element 0
    bool is_known;
    bool was_there;                       // a thread of this number
    UWord slot;                           // when the thread ran last
    UWord first_slot;                     // for a thread that has not run yet
    ULong totals[EventSet::max_count];    // when the thread ran last
    ULong zeroed_at[EventSet::max_count]; // its totals at the last dump
};
constinit ThreadStack* stacks = nullptr;

UWord slot_at_start() {
    return options.collect_at_start ? 0 : slot_of_uncollected;
}

SizeT bytes_of(SizeT depth) {
    return (depth + 1) * activation_bytes();
}

Activation* base_of(const ThreadStack& t) {
    return t.parked != nullptr ? t.parked : activations;
}

SizeT depth_of(const Activation* top) {
    return static_cast<SizeT>(reinterpret_cast<const char*>(top) -
                              reinterpret_cast<const char*>(activations)) /
           activation_bytes();
}

// Adds `times` times the activations to the functions' numbers of these.
void add_active(const ThreadStack& t, UWord times) {
    Activation* a = base_of(t);
    for (SizeT i = 0; i <= t.depth; ++i, a = activation_above(a))
        *a->active += times * ((a->stack_pointer & by_jump) != 0 ? a->count : 1);
}

void forget(ThreadId thread) {
    ThreadStack& t = stacks[thread];
    if (!t.is_known)
        return;
    t.first_slot = load_stack_state(thread).slot & slot_of_uncollected;
    if (t.parked == nullptr)
        add_active(t, ~UWord{0});
    else
        release(t.parked, bytes_of(t.depth));
    t.parked = nullptr;
    t.is_known = false;
}

void park(ThreadStack& t) {
    if (!t.is_known)
        return;
    add_active(t, ~UWord{0});
    auto* const copy = static_cast<Activation*>(allocate(bytes_of(t.depth)));
    if (copy == nullptr) { // its callers are not known any more
        t.is_known = false;
        return;
    }
    VG_(memcpy)(copy, activations, bytes_of(t.depth));
    t.parked = copy;
}

void place(ThreadId thread) {
    if (placed == thread)
        return;
    park(stacks[placed]);
    placed = thread;
    if (options.separate_threads)
        profile_thread(thread);
    ThreadStack& t = stacks[thread];
    if (t.parked == nullptr)
        return;
    VG_(memcpy)(activations, t.parked, bytes_of(t.depth));
    release(t.parked, bytes_of(t.depth));
    t.parked = nullptr;
    add_active(t, 1);
    StackState state = load_stack_state(thread);
    state.top = activation_above(activations, static_cast<PtrdiffT>(t.depth));
    set_totals(state, t.totals);
    store_stack_state(thread, state);
}

void begin(ThreadId thread) {
    ThreadStack& t = stacks[thread];
    StackState state = {};
    state.from = reinterpret_cast<UWord>(no_site);
    state.top = activations;
    state.slot = t.first_slot;
    set_totals(state, t.totals);
    activations->stack_pointer = ~Addr{0} & ~activation_tags;
    activations->arc = no_arc;
    activations->active = &nobody_active;
    activations->slot = state.slot;
    activations->count = 1;
    copy_totals(activations->totals, state);
    store_stack_state(thread, state);
    t.depth = 0;
    t.is_known = true;
}

bool make_room(StackState& state) {
    const SizeT depth = depth_of(state.top);
    if (depth + room_for_slice < capacity)
        return true;
    auto* const larger = static_cast<Activation*>(map_pages(2 * capacity * activation_bytes()));
    if (larger == nullptr)
        return false;
    VG_(memcpy)(larger, activations, bytes_of(depth));
    unmap_pages(activations, capacity * activation_bytes());
    activations = larger;
    capacity *= 2;
    state.top = activation_above(activations, static_cast<PtrdiffT>(depth));
    return true;
}

void keep_totals(ThreadId thread, const StackState& state) {
    copy_totals(stacks[thread].totals, state);
    stacks[thread].slot = state.slot;
}

} // namespace

StackState load_last_state() {
    if (placed == VG_(get_running_tid)() && is_stack_known(placed))
        return load_stack_state(placed);
    StackState state = {};
    set_totals(state, stacks[placed].totals);
    state.slot = stacks[placed].slot;
    if (is_stack_known(placed))
        state.top = activation_above(activations, static_cast<PtrdiffT>(stacks[placed].depth));
    return state;
}

void store_last_state(const StackState& state) {
    if (placed == VG_(get_running_tid)() && is_stack_known(placed))
        store_stack_state(placed, state);
    else
        keep_totals(placed, state);
}

void copy_totals(ULong* to, const StackState& state) {
    for (unsigned i = 0; i < events.count; ++i)
        to[i] = missed_counts[i];
    for (unsigned i = 0; i < call_counts.count; ++i)
        to[call_counts.column[i]] = state.totals[i];
}

void set_totals(StackState& state, const ULong* totals) {
    for (unsigned i = 0; i < events.count; ++i)
        missed_counts[i] = totals[i];
    for (unsigned i = 0; i < call_counts.count; ++i)
        state.totals[i] = totals[call_counts.column[i]];
}

void add_to_totals(ThreadId thread, unsigned column, ULong n) {
    stacks[thread].totals[column] += n;
    if (placed == thread)
        missed_counts[column] += n;
}

void add_early_counts(StackState& state) {
    for (unsigned i = 0; i < call_counts.count; ++i) {
        if ((state.slot & slot_of_uncollected) == 0)
            state.totals[i] += counted_early[i];
        counted_early[i] = 0;
    }
}

bool start_thread_stacks() {
    call_counts = CallCounts::of(events);
    stacks = static_cast<ThreadStack*>(map_pages(VG_N_THREADS * sizeof(ThreadStack)));
    capacity = first_capacity;
    activations = static_cast<Activation*>(map_pages(capacity * activation_bytes()));
    if (stacks == nullptr || activations == nullptr)
        return false;
    for (UInt i = 0; i < VG_N_THREADS; ++i)
        stacks[i].first_slot = slot_at_start();
    constexpr ThreadId first = 1;
    stacks[first].was_there = true;
    return true;
}

bool was_thread(ThreadId thread) {
    return stacks[thread].was_there;
}

bool is_stack_known(ThreadId thread) {
    return stacks[thread].is_known;
}

void stack_before_client_code(ThreadId thread) {
    last_block = nullptr;
    forget_misses();
    place(thread);
    if (!stacks[thread].is_known)
        begin(thread);
    const StackState state = load_stack_state(thread);
    current_slot = state.slot;
    const Superblock* const next = superblock_at(VG_(get_IP)(thread));
    if (next != nullptr && next->expected != nullptr && next->expected != state.top->active)
        note_run_by_several(next->code);
}

bool stack_after_client_code(ThreadId thread) {
    ThreadStack& t = stacks[thread];
    if (!t.is_known)
        return true;
    StackState state = load_stack_state(thread);
    add_early_counts(state);
    const bool has_room = make_room(state);
    t.depth = depth_of(state.top);
    keep_totals(thread, state);
    store_stack_state(thread, state);
    if (!has_room)
        forget(thread);
    return has_room;
}

void stack_begin_thread(ThreadId thread) {
    forget(thread);
    stacks[thread].first_slot = slot_at_start();
    stacks[thread].was_there = true;
}

void stack_end_thread(ThreadId thread) {
    ThreadStack& t = stacks[thread];
    if (!t.is_known)
        return;
    place(thread);
    // The last superblock ends with the thread's exit, and callgrind has not counted it.
    if (options.callgrind && last_block != nullptr)
        uncount_last_block();
    last_block = nullptr;
    StackState state = load_stack_state(thread);
    while (state.top != activations)
        pop(state);
    keep_totals(thread, state);
    t.depth = 0;
    forget(thread);
    t.first_slot = slot_at_start();
}

void stack_before_signal(ThreadId thread, Int /*signal*/, Bool alternate_stack) {
    ThreadStack& t = stacks[thread];
    if (!t.is_known)
        return;
    place(thread);
    StackState state = load_stack_state(thread);
    add_early_counts(state);
    const Addr stack_pointer = alternate_stack ? AlternateStack(thread).high : VG_(get_SP)(thread);
    push(state, ((stack_pointer - return_address_size) & ~activation_tags) | by_signal);
    t.depth = depth_of(state.top);
    state.from = reinterpret_cast<UWord>(no_site);
    // As in callgrind, a handler is no part of what it interrupts.
    state.slot = slot_at_start();
    store_stack_state(thread, state);
}

// The core has already restored the registers that the thread had when the handler began, and the
// state in their shadow, so that its totals are without the handler's.
void stack_after_signal(ThreadId thread, Int /*signal*/) {
    ThreadStack& t = stacks[thread];
    if (!t.is_known)
        return;
    place(thread);
    const StackState restored = load_stack_state(thread);
    StackState state = restored;
    const SizeT depth = depth_of(restored.top);
    // Not if counting began in the handler, or the stack has moved since.
    const bool is_there =
        depth <= t.depth && depth != 0 && (restored.top->stack_pointer & by_signal) != 0;
    const SizeT depth_after = is_there ? depth - 1 : 0;
    state.top = activation_above(activations, static_cast<PtrdiffT>(t.depth));
    state.slot = t.slot;
    set_totals(state, t.totals);
    while (depth_of(state.top) > depth_after)
        pop(state);
    state.from = is_there ? restored.from : reinterpret_cast<UWord>(no_site);
    t.depth = depth_after;
    keep_totals(thread, state);
    store_stack_state(thread, state);
}

void charge_active() {
    for (UInt i = 0; i < VG_N_THREADS; ++i) {
        ThreadStack& t = stacks[i];
        if (!t.is_known)
            continue;
        if (i == placed && i == VG_(get_running_tid)()) { // perhaps in the middle of a slice
            const StackState state = load_stack_state(i);
            t.depth = depth_of(state.top);
            keep_totals(i, state);
        }
        Activation* a = base_of(t);
        for (SizeT k = 0; k <= t.depth; ++k, a = activation_above(a))
            charge(*a, t.totals);
    }
}

void add_totals_since(ThreadId thread, ULong* sums) {
    for (UInt i = 0; i < VG_N_THREADS; ++i) {
        ThreadStack& t = stacks[i];
        if (thread != 0 && thread != i)
            continue;
        for (unsigned k = 0; k < events.count; ++k) {
            sums[k] += t.totals[k] - t.zeroed_at[k];
            t.zeroed_at[k] = t.totals[k];
        }
    }
}

void copy_thread_totals(ThreadId thread, ULong* totals) {
    for (unsigned i = 0; i < events.count; ++i)
        totals[i] = stacks[thread].totals[i] - stacks[thread].zeroed_at[i];
}

ThreadId last_running_thread() {
    return placed;
}

SizeT active_count(ThreadId thread) {
    return stacks[thread].depth + 1;
}

ActiveCall active_call(ThreadId thread, SizeT index) {
    const Activation& a = *activation_above(base_of(stacks[thread]), static_cast<PtrdiffT>(index));
    return {function_of(a), a.arc == no_arc ? nullptr : a.arc};
}

void end_stacks() {
    charge_active();
    ULong ignored[EventSet::max_count] = {};
    add_totals_since(0, ignored);
    for (UInt i = 0; i < VG_N_THREADS; ++i)
        forget(i);
}

namespace {

constinit StaticArray<Site*> noted;

// Adds the cost of the stubs that were called from the place to its line.
void settle_stubs(Site& site) {
    site.stub_cost[events.count] = 0;
    CostCentre* const own =
        cost_centre_of({.file = site.file, .function = site.function->name, .line = site.line},
                       site.function->number, options.dump_instr ? site.address : 0);
    if (own == nullptr)
        return;
    for (unsigned i = 0; i < events.count; ++i) {
        own->counts[site.level * events.count + i] += site.stub_cost[i];
        site.stub_cost[i] = 0;
    }
    move_costs(*own);
}

} // namespace

void profile_thread(ThreadId thread) {
    settle_thread();
    count_for(thread);
    arcs_thread = static_cast<UShort>(thread);
    forget_arc_entries();
}

void settle_thread() {
    settle_thread_costs();
    for (SizeT i = 0; i < noted.size(); ++i)
        settle_stubs(*noted[i]);
    noted.clear();
    if (options.collect_jumps)
        settle_jumps(arcs_thread);
    if (events.system_count != 0)
        settle_system_costs(arcs_thread);
}

VG_REGPARM(1) void note_stub(Site* site) {
    if (site != no_site && noted.append(site))
        site->stub_cost[events.count] = ~0ULL; // in each half
}

} // namespace cg::vg
