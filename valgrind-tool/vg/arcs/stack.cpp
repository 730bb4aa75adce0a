// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/arcs/stack.hpp"

#include "vg/arcs/thread_stack.hpp"
#include "vg/calls/called_code.hpp"
#include "vg/core/arena.hpp"
#include "vg/core/options.hpp"
#include "vg/core/recent.hpp"
#include "vg/core/thread_state.hpp"
#include "vg/count/counts.hpp"
#include "vg/where/jit_code.hpp"

namespace cg::vg {

constinit ULong missed_counts[EventSet::max_count] = {};
constinit UWord current_slot = 0;
constinit ULong* stub_misses = nullptr;
constinit ArcEntry* arc_entries = nullptr;
constinit bool may_be_uncollected = false;
constinit Dumper dumper = {};

namespace {

// Adds what the activation has cost to its arc.
void add_inclusive(const Activation& a, const ULong* totals) {
    for (unsigned i = 0; i < events.count; ++i)
        a.arc->inclusive[i] += count_of(a) * totals[i] - a.totals[i];
}

// Calls `change` with the state and the stack pointer of the running thread, and stores the state.
template <typename F>
void change_state(const F& change) {
    const ThreadId thread = VG_(get_running_tid)();
    StackState state = load_stack_state(thread);
    change(state, VG_(get_SP)(thread));
    store_stack_state(thread, state);
}

// Makes the function that the stack began with unknown.
void forget_first(StackState& state) {
    Activation& first = *PairStacks::bottom;
    --first.function->active;
    first.function = &nobody;
    first.arc = no_arc;
    state.slot &= slot_of_uncollected;
}

// Calls `act`, which may change the stacks, for a state that is not stored.
template <typename F>
void store_for(StackState& state, const F& act) {
    const ThreadId thread = VG_(get_running_tid)();
    store_stack_state(thread, state);
    act();
    state = load_stack_state(thread);
}

// Handles a return to a function whose call was not seen: as a call that is seen now, and ends.
void return_to_unseen(StackState& state, Addr target, const Function& function) {
    const FunctionActions& actions = function.actions;
    if (actions.dumps_before)
        store_for(state, [&] { dumper.dump("--dump-before=", function.name); });
    Site* const site = site_at(target - 1, function_around(target));
    Arc* const arc = arcs_to(*site, first_entrance(function));
    PairStacks::bottom->arc = state.level() == 0 ? arc : arc->next;
    ULong totals[EventSet::max_count];
    copy_totals(totals, state);
    // Counted from the stack's beginning, for the callers that follow, too.
    add_inclusive(*PairStacks::bottom, totals);
    ++PairStacks::bottom->arc->calls;
    if (actions.zeroes_before)
        store_for(state, [] { dumper.zero(); });
    forget_first(state);
    if (actions.dumps_after)
        store_for(state, [&] { dumper.dump("--dump-after=", function.name); });
}

// Follows the thread to another stack or function. A stack that begins anew at `target`, or where
// that is in another function than the stack's first one, has no known caller.
template <typename F>
Change followed(const F& follow, StackState& state, Addr stack_pointer, Addr target) {
    const Change change = follow(VG_(get_running_tid)(), state, stack_pointer, target);
    if (state.top != PairStacks::bottom)
        return change;
    PairStacks::set_bottom(stack_pointer);
    if (change == Change::switched && (beginning_at(target) == Beginning::function ||
                                       running_function(state) != function_around(target)))
        forget_first(state);
    return change;
}

// Returns the activation by the same jump that ends together with those on top. Null: there is
// none.
Activation* equal_activation(const StackState& state, const Arc& arc, Addr position) {
    Activation* const latest = arc.activation;
    const bool is_there = latest > PairStacks::bottom && latest <= state.top &&
                          latest->arc == &arc && latest->stack_pointer == (position | by_jump) &&
                          Pairs::ends_with_caller(*state.top);
    return is_there ? latest : nullptr;
}

void swap(Activation* left, Activation* right) {
    if (left == right)
        return;
    ULong bytes[(sizeof(Activation) + sizeof(ULong) * EventSet::max_count) / sizeof(ULong)];
    VG_(memcpy)(bytes, left, Activation::bytes());
    VG_(memcpy)(left, right, Activation::bytes());
    VG_(memcpy)(right, bytes, Activation::bytes());
    left->arc->activation = left;
    right->arc->activation = right;
}

// Enters a function by a jump: its call ends when that of the current function ends.
void enter_by_jump(StackState& state, Addr stack_pointer, Arc& arc) {
    const Addr position =
        state.top == PairStacks::bottom ? stack_pointer : Pairs::position(*state.top);
    Activation* const equal = equal_activation(state, arc, position);
    if (equal == nullptr) {
        push(state, position | by_jump);
        arc.activation = state.top;
        return;
    }
    ULong totals[EventSet::max_count];
    copy_totals(totals, state);
    ++equal->count;
    add_counts(equal->totals, totals);
    swap(equal, state.top);
}

// Returns true if an activation that begins now is not one of the first level.
bool is_later(const Function& function) {
    return function.active != 0 && options.separate_recs != 1;
}

// Returns null, but for a function that is skipped: without a caller, its cost is its own, at the
// place where it begins.
Arc* arcs_without_caller(Entrance* callee) {
    Function& function = *callee->function;
    return function.is_skipped ? arcs_to(*site_at(callee->address, &function), callee) : nullptr;
}

constinit Recent<Addr, Entrance*, 1u << 12> entrances;

// The entries of the cache of arcs that were filled since it was emptied, if threads are apart. If
// there are more, it is emptied as a whole.
constexpr unsigned max_filled = 2048;
constinit UShort* filled = nullptr;
constinit unsigned filled_count = 0;

void note_filled(UWord index) {
    if (filled == nullptr)
        filled = static_cast<UShort*>(allocate(max_filled * sizeof(UShort)));
    if (filled_count < max_filled)
        filled[filled_count] = static_cast<UShort>(index);
    ++filled_count;
}

Entrance* entrance_found(Addr address) {
    static constinit UInt changes_seen = 0;
    if (changes_seen != jit_code_changes) {
        changes_seen = jit_code_changes;
        forget_entrances();
    }
    return entrances.of(address, address ^ address >> 12, [=] { return entrance_at(address); });
}

// Returns true if a part is to be written after this activation, which has ended.
bool is_dumped_after(const Activation& left) {
    if (left.arc == no_arc)
        return false;
    const Function& function = *left.arc->callee->function;
    return function.actions.dumps_after && function.active == 0;
}

ArcEntry& entry_of_arcs(UWord from, const Entrance& callee) {
    return arc_entries[((from + scattered(callee)) & arc_entry_mask) / sizeof(ArcEntry)];
}

ArcEntry& fill_entry(UWord from, Entrance* callee) {
    ArcEntry& entry = entry_of_arcs(from, *callee);
    Site* const site = site_of(from) == no_site ? nullptr : site_of(from);
    Arc* const first = site == nullptr ? arcs_without_caller(callee) : arcs_to(*site, callee);
    if (first == nullptr)
        entry = {.from = 0, .callee = callee, .arcs = {no_arc, no_arc}};
    else
        entry = {.from = from, .callee = callee, .arcs = {first, first->next}};
    if (options.separate_threads)
        note_filled(static_cast<UWord>(&entry - arc_entries));
    return entry;
}

// Returns the entry with the arcs from there. Generated code must not find one of a jump.
const ArcEntry* arcs_from(UWord from, Entrance* callee) {
    ArcEntry& entry = entry_of_arcs(from, *callee);
    if (entry.from != from || entry.callee != callee)
        fill_entry(from, callee);
    if ((from & from_call) == 0)
        entry.from = 0;
    return &entry;
}

} // namespace

Function* function_of(const Activation& a) {
    return a.function == &nobody ? nullptr : a.function;
}

Function* running_function(const StackState& state) {
    return function_of(*state.top);
}

void forget_arc_entries() {
    static_assert(arc_entry_count <= 1u << 16);
    if (filled_count > max_filled)
        VG_(memset)(arc_entries, 0, arc_entry_count * sizeof(ArcEntry));
    for (unsigned i = 0; i < filled_count && filled_count <= max_filled; ++i)
        arc_entries[filled[i]] = {};
    filled_count = 0;
}

void forget_entrances() {
    entrances.forget();
}

Function* function_that_runs() {
    const ThreadId thread = VG_(get_running_tid)();
    if (!is_stack_known(thread))
        return nullptr;
    const StackState state = load_stack_state(thread);
    const bool is_entered = (state.from & (from_call | from_jump)) != 0;
    return is_entered ? nullptr : running_function(state);
}

Function* running_or_around(Addr address) {
    Function* const running = function_that_runs();
    return running != nullptr ? running : function_around(address);
}

void charge(Activation& a, const ULong* totals) {
    add_inclusive(a, totals);
    set_began(a, totals);
}

void set_began(Activation& a, const ULong* totals) {
    for (unsigned i = 0; i < events.count; ++i)
        a.totals[i] = count_of(a) * totals[i];
}

void begin_top(StackState& state) {
    Activation& top = *state.top;
    top.arc = no_arc;
    top.function = &nobody;
    top.slot = state.slot;
    top.count = 1;
    copy_totals(top.totals, state);
}

void push(StackState& state, Addr stack_pointer) {
    state.top = call_above(state.top);
    state.top->stack_pointer = stack_pointer;
    begin_top(state);
}

void pop(StackState& state) {
    Activation& top = *state.top;
    ULong totals[EventSet::max_count];
    copy_totals(totals, state);
    ULong began[EventSet::max_count];
    copy_counts(began, top.totals);
    charge(top, totals);
    top.function->active -= count_of(top);
    state.slot = top.slot;
    if (Pairs::is_signal(top))
        go_back(state, began);
    state.top = call_below(&top);
    if (is_dumped_after(top))
        store_for(state, act_after_return);
}

UWord scattered(const Entrance& callee) {
    return (callee.address ^ callee.address >> 14) * UWord{2654435761u} % arc_entry_count *
           sizeof(ArcEntry);
}

void start_stacks() {
    arc_entries = static_cast<ArcEntry*>(need_pages(arc_entry_count * sizeof(ArcEntry)));
    may_be_uncollected = options.toggle_collect.count != 0 || !options.collect_at_start;
    start_arcs();
    start_thread_stacks();
}

VG_REGPARM(2) void enter_from(UWord from, Entrance* callee) {
    ArcEntry& entry = fill_entry(from, callee);
    if ((from & from_call) != 0)
        return;
    entry.from = 0; // the next such jump comes here again
    change_state([&](StackState& state, Addr stack_pointer) {
        Function& function = *callee->function;
        if (site_of(from) != no_site || state.top->function != &nobody)
            enter_by_jump(state, stack_pointer, *entry.arcs[is_later(function)]);
    });
}

void enter_if_called(void* guest, Addr address) {
    Entrance* const callee = entrance_found(address);
    Function& function = *callee->function;
    if (function.actions.dumps_before)
        act_before_entry(&function);
    {
        RunningState<StackState> running(guest);
        StackState& state = *running;
        const UWord from = state.from;
        const bool is_call = (from & from_call) != 0;
        const bool stays =
            callee->is_inside || (function.is_nameless && running_function(state) == &function);
        const bool is_jump = !is_call && (from & from_jump) != 0 && !stays;
        // A thread or a handler begins here.
        const bool is_first =
            function.is_nameless && state.top->function == &nobody && state.top->count != 0;
        state.from = tagged(no_site);
        if (!is_call && !is_jump && !is_first)
            return;
        Arc& arc = *arcs_from(from, callee)->arcs[is_later(function)];
        if (is_jump)
            enter_by_jump(state, VG_(get_SP)(VG_(get_running_tid)()), arc);
        const UWord level = is_later(function) ? slot_of_later : 0;
        state.slot = (state.slot & slot_of_uncollected) | level;
        current_slot = state.slot;
        state.top->arc = &arc;
        state.top->function = &function;
        ++function.active;
        ++arc.calls;
    }
    if (function.actions.zeroes_before || function.actions.toggles)
        act_after_entry(&function);
}

void enter_nameless(void* guest, Addr address) {
    if (beginning_at(address) == Beginning::unknown)
        enter_if_called(guest, address);
}

VG_REGPARM(2) void return_unmatched(Addr target, Function* function) {
    change_state([&](StackState& state, Addr stack_pointer) {
        const Change change = followed(PairStacks::follow_return, state, stack_pointer, target);
        if (change == Change::none && state.top == PairStacks::bottom) {
            return_to_unseen(state, target, *function);
        }
        push(state, stack_pointer); // generated code pops it
    });
}

void count_stub_miss(unsigned column) {
    if ((current_slot & slot_of_uncollected) != 0)
        return;
    const StackState state = load_stack_state(VG_(get_running_tid)());
    ++stub_misses[column];
    ++missed_counts[column];
    if ((state.from & from_call) != 0)
        ++state.top->totals[column];
}

void note_running_site(void* guest, Addr address, UWord tag) {
    RunningState<StackState> running(guest);
    StackState& state = *running;
    Function* const function = running_function(state);
    state.from = function == nullptr ? tagged(no_site)
                                     : tagged(site_at(address, function) + state.level(), tag);
}

void leave_resolver() {
    change_state([](StackState& state, Addr) {
        Activation& top = *state.top;
        if (top.arc == no_arc)
            return;
        const Site* const site = top.arc->site;
        if (Pairs::ends_with_caller(top)) {
            pop(state);
            state.from = tagged(site, from_jump);
            return;
        }
        ULong totals[EventSet::max_count];
        copy_totals(totals, state);
        charge(top, totals);
        --top.function->active;
        top.arc = no_arc;
        top.function = &nobody;
        state.slot = top.slot;
        state.from = tagged(site, from_call);
    });
}

VG_REGPARM(1) void jump_out(Addr target) {
    change_state([=](StackState& state, Addr stack_pointer) {
        const Change change = followed(PairStacks::follow_jump, state, stack_pointer, target);
        // Back in a function, not at its beginning; or another stack's first function begins.
        if (change == Change::switched ||
            (change == Change::popped && beginning_at(target) == Beginning::unknown))
            state.from = tagged(no_site);
    });
}

VG_REGPARM(1) void act_before_entry(Function* entered) {
    const bool is_called = (load_stack_state(VG_(get_running_tid)()).from & from_tags) != 0;
    if (entered->active == 0 && is_called)
        dumper.dump("--dump-before=", entered->name);
}

// A function that a signal or the program's start enters, and nobody calls, has no actions.
VG_REGPARM(1) void act_after_entry(Function* entered) {
    const Function& function = *entered;
    const ThreadId thread = VG_(get_running_tid)();
    StackState state = load_stack_state(thread);
    if (function.active != 1 || state.top->arc == no_arc)
        return;
    if (function.actions.zeroes_before) {
        // As in callgrind, the call that enters here is not zeroed while costs are not collected.
        Arc* const arc = state.top->arc;
        if (!state.is_collected())
            state.top->arc = no_arc;
        dumper.zero();
        state.top->arc = arc;
    }
    if (function.actions.toggles) {
        state.slot ^= slot_of_uncollected;
        store_stack_state(thread, state);
    }
}

void act_after_return() {
    const Activation& left = *call_above(load_stack_state(VG_(get_running_tid)()).top);
    if (is_dumped_after(left))
        dumper.dump("--dump-after=", left.arc->callee->function->name);
}

void toggle_collection(ThreadId thread) {
    StackState state = load_stack_state(thread);
    state.slot ^= slot_of_uncollected;
    Activation* a = state.top;
    for (; a != PairStacks::bottom && !Pairs::is_signal(*a); a = call_below(a))
        a->slot ^= slot_of_uncollected;
    store_stack_state(thread, state);
    if (Pairs::is_signal(*a))
        return;
    for (PairStacks::Saved* s = PairStacks::threads[thread].suspended; s != nullptr; s = s->next) {
        s->kept ^= slot_of_uncollected;
        for (a = s->top(); a != s->bottom(); a = call_below(a))
            a->slot ^= slot_of_uncollected;
    }
}

} // namespace cg::vg
