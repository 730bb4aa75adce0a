// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/arcs/system_cost.hpp"

#include "vg/arcs/thread_stack.hpp"
#include "vg/core/arena.hpp"
#include "vg/core/hash_table.hpp"
#include "vg/core/options.hpp"
#include "vg/where/code_location.hpp"

namespace cg::vg {

constinit SystemCost* reached_system_cost = nullptr;

namespace {

UInt hash_of_cost(const SystemCost& cost) {
    return hash_of_address(cost.block);
}

constinit HashTable<SystemCost, &SystemCost::next_in_bucket, hash_of_cost> costs;
constinit Pool<SystemCost> pool; // generated code refers to the counters
constinit SystemCost* list = nullptr;

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

// Finds or adds that of the same code, of the thread. Null: out of memory.
SystemCost* cost_like(const SystemCost& wanted, UShort thread) {
    SystemCost* const known = costs.find(hash_of_cost(wanted), [&](const SystemCost& c) {
        return c.block == wanted.block && c.address == wanted.address &&
               c.function == wanted.function && c.thread == thread;
    });
    if (known != nullptr)
        return known;
    SystemCost* const made = pool.allocate_one();
    if (made == nullptr)
        return nullptr;
    const CodeLocation at = location_of(wanted.address, wanted.address);
    made->block = wanted.block;
    made->address = wanted.address;
    made->function = wanted.function;
    made->file = at.file;
    made->line = at.line;
    made->thread = thread;
    made->next_in_list = list;
    list = made;
    costs.add(made);
    return made;
}

} // namespace

SystemCost* system_cost_at(Addr block, Addr address, Function* function) {
    SystemCost wanted = {};
    wanted.block = block;
    wanted.address = address;
    wanted.function = function;
    return cost_like(wanted, 0);
}

SystemCost* system_cost_of(Addr block) {
    return costs.find(hash_of_address(block),
                      [=](const SystemCost& c) { return c.block == block && c.thread == 0; });
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
    w.level = (load_stack_state(thread).slot & slot_of_later) != 0 ? 1 : 0;
    w.began = nanoseconds(VKI_CLOCK_MONOTONIC);
    w.cpu_began = cpu_nanoseconds();
    add_to_totals(thread, events.first_system, 1);
}

void end_system_call(ThreadId thread) {
    if (waiting == nullptr || waiting[thread].cost == nullptr)
        return;
    Waiting& w = waiting[thread];
    SystemCost* const cost =
        options.separate_threads ? cost_like(*w.cost, static_cast<UShort>(thread)) : w.cost;
    const ULong time = elapsed(nanoseconds(VKI_CLOCK_MONOTONIC), w.began, w.rest);
    const ULong cpu = elapsed(cpu_nanoseconds(), w.cpu_began, w.cpu_rest);
    const ULong added[] = {1, time, cpu};
    for (unsigned i = 0; i < events.system_count; ++i) {
        const unsigned column = events.first_system + i;
        if (cost != nullptr)
            cost->counts[w.level][column] += added[i];
        if (i != 0)
            add_to_totals(thread, column, added[i]);
    }
    w.cost = nullptr;
}

SystemCost* all_system_costs() {
    return list;
}

void settle_system_costs(ThreadId thread) {
    for (SystemCost* c = list; c != nullptr; c = c->next_in_list) {
        SystemCost* const own =
            c->thread == 0 ? cost_like(*c, static_cast<UShort>(thread)) : nullptr;
        for (unsigned i = 0; i < counters_in_slots && own != nullptr; ++i) {
            own->runs[i] += c->runs[i];
            c->runs[i] = 0;
        }
    }
}

void zero_system_costs(ThreadId thread) {
    for (SystemCost* c = list; c != nullptr; c = c->next_in_list) {
        if (c->thread != thread)
            continue;
        VG_(memset)(c->runs, 0, sizeof c->runs);
        VG_(memset)(c->counts, 0, sizeof c->counts);
    }
}

} // namespace cg::vg
