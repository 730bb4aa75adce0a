// SPDX-License-Identifier: GPL-2.0-or-later
// The activations of functions, and the arcs that they are charged to.
//
// Generated code keeps the running totals of the thread's events. A call pushes an activation with
// the totals at that time, and its return adds what they have grown by to the arc. So the cost of a
// call is known without a tree of calls, and memory depends on the program's code only.
#pragma once

#include "vg/arcs/arc.hpp"
#include "vg/calls/frames.hpp"

namespace cg::vg {

// The counters of a superblock are four: for the first activation of its function on the stack and
// for later ones, and the same while costs are not collected. A slot is the offset of a counter.
inline constexpr UWord slot_of_later = 8;
inline constexpr UWord slot_of_uncollected = 16;
inline constexpr unsigned slot_count = 4;

struct Activation {
    Addr stack_pointer; // when the function began; with a tag
    Arc* arc;
    Function* function; // `nobody`: it is not known
    UWord slot;         // of the caller
    // Of activations by jumps: how many these are. All of them end together, so those of one arc
    // are one element, which has the sum of their totals. Of a signal: 0 when its handler has
    // returned.
    UWord count;
    ULong totals[];

    static SizeT bytes() { return sizeof(Activation) + events.count * sizeof(ULong); }
};

// Tags of `stack_pointer`: entered by a jump, so it returns together with its caller; a signal was
// delivered here; not a call, but what the stack began with.
inline constexpr Addr by_jump = 1, by_signal = 2, by_nobody = 3, activation_tags = 3;

// In the shadow of the guest's registers, where CallState is with a tree of calls: the counts are
// in the same place.
struct StackState {
    UWord from; // the site of the latest call or jump, with a tag; no_site: there is none
    Activation* top;
    ULong totals[CallCounts::max_columns]; // of what generated code counts
    UWord slot;

    bool is_collected() const { return (slot & slot_of_uncollected) == 0; }
    unsigned level() const { return (slot & slot_of_later) != 0 ? 1 : 0; } // of recursion
};
static_assert(offsetof(StackState, totals) == offsetof(CallState, counts));

// Tags of `from`: a call that has not reached a function; a jump; a jump of code without a symbol.
inline constexpr UWord from_call = 1, from_jump = 2, from_nameless = 4, from_tags = 7;

inline Site* site_of(UWord from) {
    return reinterpret_cast<Site*>(from & ~from_tags);
}
inline UWord tagged(const Site* site, UWord tag = 0) {
    return reinterpret_cast<UWord>(site) | tag;
}

// The totals of the cache misses of the running thread, which the simulation counts.
extern ULong missed_counts[EventSet::max_count];

// A copy of the running thread's slot, for functions that generated code calls. Updated only if
// caches are simulated.
extern UWord current_slot;
// Where the misses of a stub that runs are counted. Null: none runs.
extern ULong* stub_misses;

// A cache of arcs, for generated code.
struct alignas(4 * sizeof(UWord)) ArcEntry {
    UWord from;
    Entrance* callee;
    Arc* arcs[2]; // to the first level of the callee and to the second
};
inline constexpr unsigned arc_entry_count = 1u << 14;
inline constexpr UWord arc_entry_mask = UWord{arc_entry_count - 1} * sizeof(ArcEntry);
extern ArcEntry* arc_entries;
// Returns what is added to `from` to find the entry.
UWord scattered(const Entrance& callee);

// Empties the cache.
void forget_arc_entries();

void start_stacks();

// May costs be uncollected at times? If not, generated code need not look.
extern bool may_be_uncollected;

// The function of activations whose function is not known.
extern Function nobody;

// Generated code calls these.

// Fills the entry for a call. A jump is handled here: its activation is pushed, unless the jump
// stays in the function.
VG_REGPARM(2) void enter_from(UWord from, Entrance* callee);
// Enters the code if a call leads there or a jump that enters it. Otherwise the function that runs
// has jumped or run into it. `guest`: the registers of the running thread.
void enter_if_called(void* guest, Addr address);
// Does so for code without a symbol only.
void enter_nameless(void* guest, Addr address);
// Handles a return of `function` to `target` that does not match the activation on top.
VG_REGPARM(2) void return_unmatched(Addr target, Function* function);
// Handles an indirect jump that may have left the activation on top.
VG_REGPARM(1) void jump_out(Addr target);

// Keeps in the state from where the next function is entered: from the function that runs.
void note_running_site(void* guest, Addr address, UWord tag);

// Ends the call of the dynamic linker's resolver, which jumps to the function that it has found:
// that is called from the same place.
void leave_resolver();

// Counts a miss of the stub that runs: it is its caller's.
void count_stub_miss(unsigned column);

// To be called when code may have changed.
void forget_entrances();

// Returns the function that the running thread is in. Null: it is not known, or another one is
// about to be entered.
Function* function_that_runs();
// Returns the function that the running thread is in or, if that is not known, the one around the
// address.
Function* running_or_around(Addr address);

// Callbacks for events of threads.
void stack_before_client_code(ThreadId thread);
void stack_after_client_code(ThreadId thread);
void stack_begin_thread(ThreadId thread);
void stack_end_thread(ThreadId thread);
void stack_before_signal(ThreadId thread, Int signal, Bool alternate_stack);
void stack_after_signal(ThreadId thread, Int signal);

// Adds what the activations on all stacks have cost so far to their arcs.
void charge_active();
// Sets the numbers of the calls on all stacks to 0, but for other threads whose costs are not
// collected. Makes the cost of those of the running thread begin now, and that of the thread.
void zero_active();
// Adds the totals of the thread, or of all if that is 0, since this was called last.
void add_totals_since(ThreadId thread, ULong* sums);
// Returns true if the thread's calls are known.
bool is_stack_known(ThreadId thread);
// Copies what a thread that is not in the middle of a time slice has counted since the last dump.
void copy_thread_totals(ThreadId thread, ULong* totals);

// Ends all activations: their arcs have the cost up to here. What the threads counted is no part of
// the next summary.
void end_stacks();

// Actions when functions of certain names are entered and left (--toggle-collect, --dump-before,
// --dump-after, --zero-before), and when requests switch collection.

// Writes and zeroes profiles, above this module.
struct Dumper {
    void (*dump)(const HChar* trigger, const HChar* name);
    void (*zero)();
};
extern Dumper dumper;

// Generated code calls these at the beginning of a function that has actions: before its call is
// counted, and after that; and when one has returned that may have them.
VG_REGPARM(1) void act_before_entry(Function* function);
VG_REGPARM(1) void act_after_entry(Function* function);
void act_after_return();

// Switches collection of the thread's costs on or off, also for the functions that it returns to;
// in a handler until it ends.
void toggle_collection(ThreadId thread);

} // namespace cg::vg
