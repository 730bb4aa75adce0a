// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/monitor.hpp"

#include "vg/arcs/block_counts.hpp"
#include "vg/arcs/thread_stack.hpp"
#include "vg/core/options.hpp"
#include "vg/count/superblock.hpp"
#include "vg/dumps.hpp"
#include "vg/instrumentation.hpp"
#include "vg/output/event_order.hpp"

namespace cg::vg {
namespace {

template <typename F>
void for_each_thread(const F& visit) {
    for (ThreadId thread = 1; thread < VG_N_THREADS; ++thread) {
        if (is_stack_known(thread))
            visit(thread);
    }
}

void print_counts(const EventOrder& order, const ULong* counts) {
    const unsigned length = order.length_of(counts);
    for (unsigned i = 0; i < length || i < 1; ++i)
        VG_(gdb_printf)(" %llu", counts[order.column[i]]);
    VG_(gdb_printf)("\n");
}

// Threads begin inside of a function, which nobody has entered, but which calls others.
void print_function(const Activation& a, const Arc* next, ThreadId thread, SizeT index) {
    const Function* function = function_of(a);
    if (function == nullptr && next != no_arc)
        function = next->site->function;
    VG_(gdb_printf)
    ("function-%u-%llu: %s\n", thread, ULong{index}, function == nullptr ? "???" : function->name);
}

void print_stack(const EventOrder& order, ThreadId thread) {
    const ULong none[EventSet::max_count] = {};
    const PairStacks::Thread& t = PairStacks::threads[thread];
    VG_(gdb_printf)("frames-%u: %llu\n", thread, ULong{t.depth});
    for (SizeT i = 0; i < t.depth; ++i) {
        const Activation* const a = call_at(t.bottom(), i);
        const Arc* const next = call_above(a)->arc;
        const bool is_known = next != no_arc;
        print_function(*a, next, thread, i);
        VG_(gdb_printf)
        ("calls-%u-%llu: %llu\n", thread, ULong{i}, is_known ? next->calls : ULong{0});
        VG_(gdb_printf)("events-%u-%llu:", thread, ULong{i});
        print_counts(order, is_known ? next->inclusive : none);
    }
    print_function(*t.top(), no_arc, thread, t.depth);
}

void print_status() {
    if (!options.arcs) {
        VG_(gdb_printf)("instrumentation: %s\n", instrumenting ? "on" : "off");
        return;
    }
    if (!instrumenting) {
        VG_(gdb_printf)("No status available as instrumentation is switched off\n");
        return;
    }
    unsigned threads = 0;
    for_each_thread([&](ThreadId) { ++threads; });
    VG_(gdb_printf)("%u thread(s) running.\n", threads);
}

void print_internal_status() {
    if (!options.arcs)
        return print_status();
    if (!instrumenting) {
        VG_(gdb_printf)("instrumentation: off\n");
        return;
    }
    // The superblocks before the system calls in which the program waits are not counted yet.
    uncount_last_blocks(all_threads);
    update_cost_centres();
    charge_active();
    const SuperblockStats blocks = superblock_stats();
    const ArcUse use = arc_use();
    const EventOrder order = EventOrder::of(events);
    const auto functions = static_cast<UInt>(all_functions.count());
    VG_(gdb_printf)
    ("instrumentation: on\nexecuted-bbs: %llu\nexecuted-calls: %llu\ndistinct-bbs: %llu\n"
     "distinct-calls: %llu\ndistinct-functions: %u\ndistinct-contexts: %u\nevents:",
     blocks.runs + uncounted_blocks, use.calls, ULong{blocks.created}, ULong{use.arcs}, functions,
     functions);
    for (unsigned i = 0; i < order.count; ++i)
        VG_(gdb_printf)(" %s", events.name_of(order.column[i]));
    VG_(gdb_printf)("\npart: %u\nthreads:", parts_written());
    for_each_thread([](ThreadId thread) { VG_(gdb_printf)(" %u", thread); });
    VG_(gdb_printf)("\ncurrent-tid: %u\n", PairStacks::placed);
    for_each_thread([&](ThreadId thread) {
        ULong totals[EventSet::max_count];
        copy_thread_totals(thread, totals);
        VG_(gdb_printf)("events-%u:", thread);
        print_counts(order, totals);
        print_stack(order, thread);
    });
    count_last_blocks(all_threads);
}

void print_help() {
    VG_(gdb_printf)("\n%s monitor commands:\n", options.callgrind ? "callgrind" : "cachegrind");
    VG_(gdb_printf)
    ("  dump [<dump_hint>]\n"
     "        dump counters\n"
     "  zero\n"
     "        zero counters\n"
     "  status\n"
     "        print status\n"
     "  instrumentation [on|off]\n"
     "        get/set (if on/off given) instrumentation state\n"
     "\n");
}

void set_instrumentation(const HChar* state) {
    if (state == nullptr)
        VG_(gdb_printf)("instrumentation: %s\n", instrumenting ? "on" : "off");
    else if (VG_(strcmp)(state, "on") == 0)
        switch_instrumentation(true);
    else if (VG_(strcmp)(state, "off") == 0) {
        uncount_last_blocks(all_threads);
        switch_instrumentation(false);
    }
}

bool handle(const HChar* command) {
    HChar* const words = VG_(strdup)("callgrind.monitor", command);
    HChar* state = nullptr;
    HChar* const name = VG_(strtok_r)(words, " ", &state);
    bool is_known = true;
    switch (VG_(keyword_id)("help dump zero status instrumentation", name,
                            kwd_report_duplicated_matches)) {
    case -2: // several, which has been said
        break;
    case 0:
        print_help();
        is_known = false; // the core prints its own help too
        break;
    case 1:
        dump_all(command, "");
        break;
    case 2:
        zero_all_costs();
        break;
    case 3: {
        const HChar* const what = VG_(strtok_r)(nullptr, " ", &state);
        if (what != nullptr && VG_(strcmp)(what, "internal") == 0)
            print_internal_status();
        else
            print_status();
        break;
    }
    case 4:
        set_instrumentation(VG_(strtok_r)(nullptr, " ", &state));
        break;
    default:
        is_known = false;
    }
    VG_(free)(words);
    return is_known;
}

} // namespace

bool handle_monitor_command(const UWord* arguments, UWord* result) {
    if (arguments[0] != VG_USERREQ__GDB_MONITOR_COMMAND)
        return false;
    const bool is_handled = handle(reinterpret_cast<const HChar*>(arguments[1]));
    *result = is_handled ? 1 : 0;
    return is_handled;
}

} // namespace cg::vg
