// SPDX-License-Identifier: GPL-2.0-or-later
// The table of superblocks, and the computation of their counts.
#include "vg/count/superblock.hpp"

#include "vg/core/arena.hpp"
#include "vg/core/hash_table.hpp"
#include "vg/core/near_pool.hpp"
#include "vg/count/counters.hpp"

namespace cg::vg {
namespace {

UInt hash_of(Addr address) {
    return static_cast<UInt>(address ^ address >> 16);
}

UInt hash_of_superblock(const Superblock& block) {
    return hash_of(block.address);
}

constinit HashTable<Superblock, &Superblock::next, hash_of_superblock> superblocks;
// Superblocks added since a translation was last discarded. They are not in the table yet:
// each access to it is a cache miss on the host, and most programs never discard code.
constinit Superblock* not_indexed = nullptr;
constinit Superblock* retired = nullptr;
constinit SuperblockStats stats = {};

constinit NearPool<GroupRun>::Slot near_group_runs[1u << 17] = {};
alignas(128) constinit NearPool<BranchRun>::Slot near_branch_runs[1u << 16] = {};
constinit NearPool<CalledBranch>::Slot near_called_branches[1u << 16] = {};
constinit NearPool<GroupRun> group_runs(near_group_runs);
constinit NearPool<BranchRun> branch_runs(near_branch_runs);
constinit NearPool<CalledBranch> called_branches(near_called_branches);

// Allocates what the shape asks for.
bool allocate_run(Group& group) {
    CalledBranch* branch = nullptr;
    if (group.shape.references != 0 && group.shape.branch_called) {
        BranchRun* const both = branch_runs.allocate_one();
        if (both == nullptr)
            return false;
        group.run = &both->run;
        branch = &both->branch;
    } else if (group.shape.references != 0) {
        group.run = group_runs.allocate_one();
        if (group.run == nullptr)
            return false;
    } else if (group.shape.branch_called) {
        branch = called_branches.allocate_one();
        if (branch == nullptr)
            return false;
    }
    if (group.run != nullptr)
        group.run->group = &group;
    if (branch != nullptr) {
        branch->owner = group.owner;
        group.outcomes = &branch->outcomes;
    }
    return true;
}

void release_run(const Group& group) {
    if (!group.shape.branch_called) {
        group_runs.release(group.run);
        release_outcomes(group.outcomes);
    } else if (group.run != nullptr) {
        branch_runs.release(&BranchRun::of(*group.run));
    } else {
        called_branches.release(group.called_branch());
    }
}

void index_new_superblocks() {
    while (not_indexed != nullptr) {
        Superblock* const block = not_indexed;
        not_indexed = block->next;
        superblocks.add(block);
    }
}

void add_counts(Group& group) {
    ULong runs = group.counter != nullptr ? *group.counter : 0;
    if (group.outcomes != nullptr) {
        if (group.counter == nullptr)
            runs = group.outcomes->runs();
        group.branch->counts[group.indirect ? events.indirect_miss() : events.conditional_miss()] +=
            group.outcomes->misses();
        *group.outcomes = {};
    }
    if (runs == 0)
        return;
    if (group.called())
        stats.called_runs += runs;
    if (group.counter != nullptr)
        *group.counter = 0;
    for (unsigned i = 0; i < group.shape.tallies; ++i) {
        const Tally& tally = group.tallies()[i];
        ULong* const counts = tally.cost->counts;
        counts[EventSet::ir] += runs * tally.instructions;
        if (events.cache) {
            counts[EventSet::read] += runs * tally.reads;
            counts[EventSet::write] += runs * tally.writes;
        }
        if (events.branch) {
            counts[events.conditional] += runs * tally.conditionals;
            counts[events.indirect()] += runs * tally.indirects;
        }
    }
}

// Adds the counts to the cost centres and releases the memory.
void release_superblock(Superblock* block) {
    for (Group* group = block->groups; group != nullptr;) {
        Group* const next = group->next;
        add_counts(*group);
        if (!group->called())
            release_counter(group->counter);
        release_run(*group);
        release(group, group->bytes);
        --stats.groups;
        group = next;
    }
    release(block, sizeof *block);
}

} // namespace

void retire_superblock(Superblock* block) {
    block->next = retired;
    retired = block;
    --stats.live;
    ++stats.discarded;
}

void release_retired_superblocks() {
    while (retired != nullptr) {
        Superblock* const block = retired;
        retired = block->next;
        release_superblock(block);
    }
}

Superblock* add_superblock(Addr address, Addr code) {
    auto* const block = allocate<Superblock>();
    if (block == nullptr)
        return nullptr;
    block->address = address;
    block->code = code;
    block->next = not_indexed;
    not_indexed = block;
    ++stats.live;
    ++stats.created;
    return block;
}

Group* add_group(Superblock& block, const GroupShape& shape) {
    const size_t bytes = sizeof(Group) + shape.references * sizeof(Reference) +
                         shape.uses * sizeof(CodeUse) + shape.tallies * sizeof(Tally);
    auto* const group = static_cast<Group*>(allocate(bytes));
    if (group == nullptr)
        return nullptr;
    group->owner = &block;
    group->shape = shape;
    group->bytes = static_cast<UShort>(bytes);
    if (!allocate_run(*group))
        return nullptr;
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
    index_new_superblocks();
    Superblock* found = nullptr;
    unsigned matches = 0;
    for (Superblock* b = superblocks.first(hash_of(address)); b != nullptr; b = b->next) {
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

void update_cost_centres() {
    release_retired_superblocks();
    const auto add_all = [](Superblock& block) {
        for (Group* g = block.groups; g != nullptr; g = g->next)
            add_counts(*g);
    };
    superblocks.for_each(add_all);
    for (Superblock* block = not_indexed; block != nullptr; block = block->next)
        add_all(*block);
}

SuperblockStats superblock_stats() {
    return stats;
}

} // namespace cg::vg
