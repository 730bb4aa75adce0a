// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/count/thread_costs.hpp"

namespace cg::vg {

constinit ListedTable<ThreadCost> all_thread_costs;

namespace {

// More than the core keeps translations. Pages that are not used take no memory.
constexpr UInt max_flags = 1u << 20;

constinit UChar* flags = nullptr; // from 1 on
constinit Superblock** owners = nullptr;
constinit UInt flags_used = 1;  // with those that were released
constinit UInt first_free = 0;  // of the released ones; its owner is the number of the next one
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
    auto* const added =
        static_cast<ThreadCost*>(allocate(sizeof(ThreadCost) + count_of_counts() * sizeof(ULong)));
    if (added == nullptr)
        return nullptr;
    added->centre = centre;
    added->thread = counted;
    all_thread_costs.add(added);
    return added;
}

} // namespace

bool start_thread_costs() {
    flags = static_cast<UChar*>(map_pages(max_flags));
    owners = static_cast<Superblock**>(map_pages(max_flags * sizeof(Superblock*)));
    return flags != nullptr && owners != nullptr;
}

UInt take_run_flag(Superblock* block) {
    UInt number = first_free;
    if (number != 0)
        first_free = static_cast<UInt>(reinterpret_cast<UWord>(owners[number]));
    else if (flags_used != max_flags)
        number = flags_used++;
    owners[number] = block;
    return number;
}

void release_run_flag(UInt number) {
    flags[number] = 0;
    owners[number] = reinterpret_cast<Superblock*>(UWord{first_free});
    first_free = number;
}

UChar* run_flag_of(const Superblock& block) {
    return flags + block.run_flag;
}

void count_for(ThreadId thread) {
    settle_thread_costs();
    counted = thread;
}

void settle_thread_costs() {
    constexpr UInt step = sizeof(UWord);
    for (UInt i = 0; i < flags_used; i += step) {
        if (*reinterpret_cast<const UWord*>(flags + i) == 0)
            continue;
        for (UInt k = i; k < i + step; ++k) {
            if (flags[k] == 0)
                continue;
            flags[k] = 0;
            update_cost_centres(*owners[k]);
            move_costs(*owners[k]);
        }
    }
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
    for (unsigned i = first; i < n && cost != nullptr; ++i) {
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
