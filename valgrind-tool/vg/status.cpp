// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/status.hpp"

#include "vg/arcs/last_block.hpp"
#include "vg/arcs/stack.hpp"
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
    for (unsigned i = 0; i < order.length_of(counts); ++i)
        VG_(gdb_printf)(" %llu", counts[order.column[i]]);
    VG_(gdb_printf)("\n");
}

void print_stack(const EventOrder& order, ThreadId thread) {
    const SizeT count = active_count(thread);
    VG_(gdb_printf)("frames-%u: %llu\n", thread, ULong{count - 1});
    for (SizeT i = 0; i < count; ++i) {
        const ActiveCall call = active_call(thread, i);
        VG_(gdb_printf)
        ("function-%u-%llu: %s\n", thread, ULong{i},
         call.function == nullptr ? "???" : call.function->name);
        if (i + 1 == count)
            break;
        const Arc* const next = active_call(thread, i + 1).arc;
        const ULong none[EventSet::max_count] = {};
        VG_(gdb_printf)
        ("calls-%u-%llu: %llu\n", thread, ULong{i}, next == nullptr ? ULong{0} : next->calls);
        VG_(gdb_printf)("events-%u-%llu:", thread, ULong{i});
        print_counts(order, next == nullptr ? none : next->inclusive);
    }
}

} // namespace

void print_status() {
    if (!instrumenting) {
        VG_(gdb_printf)("No status available as instrumentation is switched off\n");
        return;
    }
    unsigned threads = 0;
    for_each_thread([&](ThreadId) { ++threads; });
    VG_(gdb_printf)("%u thread(s) running.\n", threads);
}

void print_internal_status() {
    if (!instrumenting) {
        VG_(gdb_printf)("instrumentation: off\n");
        return;
    }
    update_cost_centres();
    charge_active();
    const SuperblockStats blocks = superblock_stats();
    const ArcUse use = arc_use();
    const EventOrder order = EventOrder::of(events);
    VG_(gdb_printf)
    ("instrumentation: on\nexecuted-bbs: %llu\nexecuted-calls: %llu\ndistinct-bbs: %llu\n"
     "distinct-calls: %llu\ndistinct-functions: %u\ndistinct-contexts: %u\nevents:",
     blocks.runs + uncounted_blocks, use.calls, ULong{blocks.created}, ULong{use.arcs},
     function_count(), function_count());
    for (unsigned i = 0; i < order.count; ++i)
        VG_(gdb_printf)(" %s", order.name[i]);
    VG_(gdb_printf)("\npart: %u\nthreads:", parts_written());
    for_each_thread([](ThreadId thread) { VG_(gdb_printf)(" %u", thread); });
    VG_(gdb_printf)("\ncurrent-tid: %u\n", last_running_thread());
    for_each_thread([&](ThreadId thread) {
        ULong totals[EventSet::max_count];
        copy_thread_totals(thread, totals);
        VG_(gdb_printf)("events-%u:", thread);
        print_counts(order, totals);
        print_stack(order, thread);
    });
}

} // namespace cg::vg
