// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/count/thread_costs.hpp"

#include "memory/flag_table.hpp"
#include "vg/core/arena.hpp"

namespace cg::vg {

constinit ListedTable<ThreadCost> all_thread_costs;

namespace {

constinit memory::FlagTable<MappedPages, Superblock> flags;
constinit ThreadId counted = 0; // whose the counters are

unsigned count_of_counts() {
    return cost_slots * events.count;
}

// Null: out of memory.
ThreadCost* find_or_add(CostCentre* centre) {
    const UInt hash = ThreadCost::hash_of(centre, counted);
    ThreadCost* const found = all_thread_costs.find(
        hash, [=](const ThreadCost& c) { return c.centre == centre && c.thread == counted; });
    if (found != nullptr)
        return found;
    auto* const added = static_cast<ThreadCost*>(
        try_allocate(sizeof(ThreadCost) + count_of_counts() * sizeof(ULong)));
    if (added == nullptr)
        return nullptr;
    added->centre = centre;
    added->thread = counted;
    all_thread_costs.add(added);
    return added;
}

} // namespace

UInt take_run_flag(Superblock* block) {
    const UInt number = flags.take(block);
    if (number == 0)
        note_memory_ran_out();
    return number;
}

void release_run_flag(UInt number) {
    flags.release(number);
}

UChar* run_flag_of(const Superblock& block) {
    return flags.flag_of(block.run_flag);
}

void count_for(ThreadId thread) {
    settle_thread_costs();
    counted = thread;
}

void settle_thread_costs() {
    flags.clear_each([](Superblock& block) {
        update_cost_centres(block);
        move_costs(block);
    });
}

void move_costs(Superblock& block) {
    for (Group* group = block.groups; group != nullptr; group = group->next) {
        for (unsigned i = 0; i < group->shape.tallies; ++i)
            move_costs(centre_of(group->tallies()[i].counts));
    }
}

void move_costs(CostCentre& centre) {
    const unsigned n = count_of_counts();
    unsigned first = 0;
    while (first < n && centre.counts[first] == 0)
        ++first;
    if (first == n)
        return;
    ThreadCost* const cost = find_or_add(&centre);
    if (cost == nullptr) // they stay there, and are no thread's
        return note_memory_ran_out();
    for (unsigned i = first; i < n; ++i) {
        cost->counts[i] += centre.counts[i];
        centre.counts[i] = 0;
    }
}

void zero_thread_costs(ThreadId thread) {
    for (ThreadCost& c : all_thread_costs) {
        if (c.thread == thread)
            VG_(memset)(c.counts, 0, count_of_counts() * sizeof(ULong));
    }
}

} // namespace cg::vg
