// SPDX-License-Identifier: GPL-2.0-or-later
// The table of superblocks, and the computation of their counts.
#include "vg/count/superblock.hpp"

#include "vg/core/options.hpp"
#include "vg/count/thread_costs.hpp"
#include "vg/where/code_location.hpp"
#include "vg/where/jit_code.hpp"

namespace cg::vg {

namespace {

constinit Pool<ULong> counters;

struct Slots {
    ULong counters[counters_in_slots];
};
constinit Pool<Slots> slots;

void release_counter(ULong* counter) {
    if (counter == nullptr)
        return;
    if (!has_slots)
        counters.release(counter);
    else
        slots.release(reinterpret_cast<Slots*>(counter));
}

constinit HashTable<Superblock, &Superblock::next> superblocks;
constinit Superblock* retired = nullptr;
constinit SuperblockStats stats = {};

constinit Pool<GroupRun> group_runs;
constinit Pool<HotRun> hot_runs;
constinit Pool<ColdBranch> cold_branches;

// Allocates the run and the branch, if the shape has them.
void allocate_run(Group& group) {
    if (group.shape.references != 0) {
        group.run = group.owner->hot ? hot_runs.allocate_one() : group_runs.allocate_one();
        group.run->group = &group;
    }
    if (group.shape.has_cold_branch) {
        ColdBranch* const branch = cold_branches.allocate_one();
        branch->owner = group.owner;
        group.outcomes = &branch->outcomes;
    }
}

void release_run(const Group& group) {
    if (group.owner->hot)
        hot_runs.release(static_cast<HotRun*>(group.run));
    else
        group_runs.release(group.run);
    if (group.shape.has_cold_branch)
        cold_branches.release(group.cold_branch());
    else
        all_outcomes.release(group.outcomes);
}

// Adds the runs of one slot of the group's counters.
void add_runs(Group& group, ULong runs, unsigned slot) {
    for (unsigned i = 0; i < group.shape.tallies; ++i)
        add_tally(group.tallies()[i], group.tallies()[i].counts, runs, slot);
}

void add_slots(Group& group) {
    for (unsigned slot = 0; slot < counters_in_slots; ++slot) {
        const ULong runs = group.counter[slot];
        group.counter[slot] = 0;
        stats.runs += runs * group.blocks;
        if (runs != 0 && slot < cost_slots)
            add_runs(group, runs, slot);
    }
    for (unsigned slot = 0; group.mispredicted != nullptr && slot < cost_slots; ++slot) {
        const unsigned column = group.indirect ? events.indirect_miss() : events.conditional_miss();
        group.branch_counts[slot * events.count + column] += group.mispredicted[slot];
        group.mispredicted[slot] = 0;
    }
}

void add_counts(Group& group) {
    if (has_slots)
        return add_slots(group);
    ULong runs = group.counter != nullptr ? *group.counter : 0;
    if (group.outcomes != nullptr) {
        if (group.counter == nullptr)
            runs = group.outcomes->runs();
        group.branch_counts[group.indirect ? events.indirect_miss() : events.conditional_miss()] +=
            group.outcomes->misses();
        *group.outcomes = {};
    }
    if (runs == 0)
        return;
    if (group.called())
        stats.called_runs += runs;
    if (group.counter != nullptr)
        *group.counter = 0;
    add_runs(group, runs, 0);
}

// Adds the counts to the cost centres and releases the memory.
void release_superblock(Superblock* block) {
    update_cost_centres(*block);
    give_up_ranges(block->ranges);
    if (block->run_flag != 0) {
        move_costs(*block);
        release_run_flag(block->run_flag);
    }
    for (Group* group = block->groups; group != nullptr;) {
        Group* const next = group->next;
        if (group->has_own_counter())
            release_counter(group->counter);
        release_counter(group->mispredicted);
        release_run(*group);
        release(group, group->bytes);
        --stats.groups;
        group = next;
    }
    release(block, sizeof *block);
}

} // namespace

constinit Pool<sim::Outcomes> all_outcomes;

ULong* allocate_counter() {
    return has_slots ? slots.allocate_one()->counters : counters.allocate_one();
}

void add_tally(const Tally& tally, ULong* counts, ULong runs, unsigned slot) {
    counts += slot * events.count;
    // Ranges do not have the columns of what their instructions do not do.
    tally.for_each([&](unsigned column, UInt number) { counts[column] += runs * number; });
}

void retire_superblock(Superblock* block) {
    block->next = retired;
    retired = block;
    --stats.live;
    stats.kept -= block->kept;
    ++stats.discarded;
}

void release_retired_superblocks() {
    for (Superblock** link = &retired; *link != nullptr;) {
        Superblock* const block = *link;
        if (block->waiting != 0) {
            update_cost_centres(*block);
            link = &block->next;
        } else {
            *link = block->next;
            release_superblock(block);
        }
    }
}

Superblock* add_superblock(Addr address, Addr code, SizeT bytes, bool checked) {
    note_translated(code, bytes);
    auto* const block = allocate<Superblock>();
    if (options.separate_threads)
        block->run_flag = take_run_flag(block);
    block->address = address;
    block->code = code;
    block->kept = processor::code_changes_silently && !checked && !is_in_object(code);
    stats.kept += block->kept;
    superblocks.add(block);
    ++stats.live;
    ++stats.created;
    return block;
}

bool is_kept(Addr code) {
    return superblocks.find(hash_of_code(code), [=](const Superblock& block) {
        return block.code == code && block.kept;
    }) != nullptr;
}

const Superblock* superblock_at(Addr address) {
    return superblocks.find(hash_of_code(address),
                            [=](const Superblock& block) { return block.address == address; });
}

bool is_translated(Addr code) {
    return superblocks.find(hash_of_code(code),
                            [=](const Superblock& block) { return block.code == code; }) != nullptr;
}

size_t list_hot_code(Addr* codes, size_t most) {
    size_t count = 0;
    superblocks.for_each([&](const Superblock& block) {
        if (block.hot && !block.kept && count < most)
            codes[count++] = block.code;
    });
    return count;
}

Group* add_group(Superblock& block, const GroupShape& shape) {
    const size_t bytes = sizeof(Group) + shape.references * sizeof(Reference) +
                         shape.uses * sizeof(CodeUse) + shape.tallies * sizeof(Tally);
    auto* const group = static_cast<Group*>(allocate(bytes));
    group->owner = &block;
    group->shape = shape;
    group->bytes = static_cast<UShort>(bytes);
    allocate_run(*group);
    (block.last_group == nullptr ? block.groups : block.last_group->next) = group;
    block.last_group = group;
    ++stats.groups;
    return group;
}

// An address can have two translations at a time: if the core redirects a function, there
// is one of the replacement and one of the original, which the replacement calls. They
// differ in the address of the code. If two records agree in both addresses, either may be
// the one that was discarded, so both are kept: code that still runs must find its counter.
Superblock* remove_superblock(Addr address, const VexGuestExtents& extents) {
    Superblock* found = nullptr;
    unsigned matches = 0;
    for (Superblock* b = superblocks.first(hash_of_code(address)); b != nullptr; b = b->next) {
        if (b->address != address || b->code != extents.base[0])
            continue;
        found = b;
        ++matches;
    }
    if (matches != 1)
        return nullptr;
    superblocks.remove(found);
    return found;
}

void update_cost_centres(Superblock& block) {
    for (Group* g = block.groups; g != nullptr; g = g->next)
        add_counts(*g);
}

void update_cost_centres() {
    release_retired_superblocks();
    if (has_ranges)
        clear_lines();
    superblocks.for_each([](Superblock& block) {
        update_cost_centres(block);
        add_to_lines(block.ranges);
    });
    add_given_up_to_lines();
}

void zero_ranges() {
    superblocks.for_each([](const Superblock& block) { zero_ranges(block.ranges); });
    zero_given_up_ranges();
}

SuperblockStats superblock_stats() {
    return stats;
}

} // namespace cg::vg
