// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/arcs/system_cost.hpp"

#include "vg/arcs/thread_stack.hpp"
#include "vg/core/options.hpp"
#include "vg/where/code_location.hpp"

namespace cg::vg {

constinit ListedTable<SystemCost> all_system_costs;
constinit SystemCost* reached_system_cost = nullptr;

namespace {

constinit Pool<SystemCost> pool; // generated code refers to the counters

// The system call that a thread is in.
struct Waiting {
    SystemCost* cost; // null: it is in none
    UInt level;
    ULong began, cpu_began; // in nanoseconds
    ULong rest, cpu_rest;   // of earlier system calls, less than the unit
};
constinit Waiting* waiting = nullptr; // by thread

ULong nanoseconds(vki_clockid_t clock) {
    struct vki_timespec now = {};
    VG_(clock_gettime)(&now, clock);
    return static_cast<ULong>(now.tv_sec) * 1'000'000'000 + static_cast<ULong>(now.tv_nsec);
}

ULong cpu_nanoseconds() {
    return events.system_count == 3 ? nanoseconds(VKI_CLOCK_THREAD_CPUTIME_ID) : 0;
}

// Returns the time since `began` in the unit, with the rest of earlier times.
ULong elapsed(ULong now, ULong began, ULong& rest) {
    const ULong time = now - began + rest;
    rest = time % options.systime_unit;
    return time / options.systime_unit;
}

} // namespace

SystemCost* system_cost_like(const SystemCost& wanted, ThreadId thread) {
    const UInt hash = SystemCost::hash_of(wanted);
    SystemCost* const known = all_system_costs.find(hash, [&](const SystemCost& c) {
        return c.block == wanted.block && c.address == wanted.address &&
               c.function == wanted.function && c.thread == thread;
    });
    if (known != nullptr)
        return known;
    SystemCost* const made = pool.allocate_one();
    const CodeLocation at = location_of(wanted.address, wanted.address);
    *made = {.block = wanted.block,
             .address = wanted.address,
             .function = wanted.function,
             .file = at.file,
             .line = at.line,
             .thread = thread};
    all_system_costs.add(made);
    return made;
}

SystemCost* system_cost_of(Addr block) {
    return all_system_costs.find(hash_of_address(block), [=](const SystemCost& c) {
        return c.block == block && c.thread == 0;
    });
}

void begin_system_call(ThreadId thread) {
    SystemCost* const cost = reached_system_cost;
    reached_system_cost = nullptr;
    if (cost == nullptr || !is_stack_known(thread))
        return;
    if (waiting == nullptr)
        waiting =
            static_cast<Waiting*>(VG_(calloc)("callgrind.system", VG_N_THREADS, sizeof(Waiting)));
    Waiting& w = waiting[thread];
    w.cost = cost;
    w.level = load_stack_state(thread).level();
    w.began = nanoseconds(VKI_CLOCK_MONOTONIC);
    w.cpu_began = cpu_nanoseconds();
    add_to_totals(thread, events.first_system, 1);
}

void end_system_call(ThreadId thread) {
    if (waiting == nullptr || waiting[thread].cost == nullptr)
        return;
    Waiting& w = waiting[thread];
    SystemCost* const cost = options.separate_threads ? system_cost_like(*w.cost, thread) : w.cost;
    const ULong time = elapsed(nanoseconds(VKI_CLOCK_MONOTONIC), w.began, w.rest);
    const ULong cpu = elapsed(cpu_nanoseconds(), w.cpu_began, w.cpu_rest);
    const ULong added[] = {1, time, cpu};
    for (unsigned i = 0; i < events.system_count; ++i) {
        const unsigned column = events.first_system + i;
        cost->counts[w.level][column] += added[i];
        if (i != 0)
            add_to_totals(thread, column, added[i]);
    }
    w.cost = nullptr;
}

void settle_system_costs(ThreadId thread) {
    for (SystemCost& c : all_system_costs) {
        SystemCost* const own = c.thread == 0 ? system_cost_like(c, thread) : nullptr;
        for (unsigned i = 0; i < counters_in_slots && own != nullptr; ++i) {
            own->runs[i] += c.runs[i];
            c.runs[i] = 0;
        }
    }
}

void zero_system_costs(ThreadId thread) {
    for (SystemCost& c : all_system_costs) {
        if (c.thread != thread)
            continue;
        VG_(memset)(c.runs, 0, sizeof c.runs);
        VG_(memset)(c.counts, 0, sizeof c.counts);
    }
}

} // namespace cg::vg
