// SPDX-License-Identifier: GPL-2.0-or-later
// The record of a translated superblock, from which its counts are computed later.
//
// A superblock is cut into groups of instructions that are executed together or not at
// all. A group has one counter, of its runs. When the translation is discarded, and at the
// end, the number of runs times the events of one run (the tallies of the group) is added
// to the cost centres. Misses differ from run to run: the simulation adds them to the cost
// centres at once.
#pragma once

#include "sim/branch.hpp"
#include "sim/code_cache.hpp"
#include "vg/core/processor.hpp"
#include "vg/core/valgrind.hpp"
#include "vg/count/cost_centre.hpp"

namespace cg::vg {

struct Superblock;

// The events of one run of a group that belong to one source line.
struct Tally {
    CostCentre* cost;
    UChar instructions = 0, reads = 0, writes = 0, conditionals = 0, indirects = 0;
};

enum class ReferenceKind : UChar { fetch, read, write, conditional, indirect };

// A simulated fetch, read or write of a group.
struct Reference {
    CostCentre* cost;
    ReferenceKind kind;
    // Reads and writes: the index of the address among the arguments of the call.
    UChar argument = 0;
    // Reads and writes: the index of another address in the group that is a known distance away
    // from this one; `argument` if there is none.
    UChar near_argument = 0;
    UShort size; // bytes
    // Reads and writes: of the runs that were compared, the number in which this reference
    // and the one of `near_argument` did not lie in one cache line.
    UShort runs_apart = 0;
    Addr address; // of the instruction
    // Fetches: the lines of the first and the last byte, most often the same.
    sim::CodeLine* first = nullptr;
    sim::CodeLine* last = nullptr;
};

constexpr bool is_data(ReferenceKind kind) {
    return kind == ReferenceKind::read || kind == ReferenceKind::write;
}

// Returns the column of misses in level 1. The one of the last level is the next.
constexpr unsigned data_miss_1(ReferenceKind kind) {
    return kind == ReferenceKind::read ? EventSet::read_miss_1 : EventSet::write_miss_1;
}

// A shorter record of a read or write, for runs in which all code is resident.
struct DataReference {
    ULong* misses; // in the cost centre: of level 1, then of the last level
    UShort size;
    UShort argument;
    UShort use; // columns from `misses` to those of cache use, if that is counted
};

// What a run of a group uses of a line of code: instructions that are fetched one after the other,
// and the bytes of them that are in the line.
struct CodeUse {
    UShort offset, length;
    UInt fetches;
};

// The largest number of addresses that one call of the simulation takes, and so of reads
// and writes in a simulated group.
inline constexpr unsigned max_arguments = processor::max_call_arguments - 1;

// The lengths of the arrays after a group.
struct GroupShape {
    UChar lines = 0;      // lines of code, in the order of the fetches
    UChar data = 0;       // reads and writes
    UChar references = 0; // fetches, reads and writes
    UChar tallies = 0;
    UChar uses = 0; // if cache use is counted, as many as `lines`
};

// Followed in memory by its arrays. The data that a simulated run needs most often is
// adjacent: `called_runs` and the arrays `lines` and `data`.
struct Group {
    Group* next;
    Superblock* owner;
    ULong* counter;          // of runs; null: `outcomes` counts them
    sim::Outcomes* outcomes; // of the branch at the end of the group; null: there is none
    CostCentre* branch;      // of that branch
    UInt bytes;              // of the group and its arrays
    bool indirect;           // the branch is indirect, not conditional
    bool compare;            // a reference has a `near_argument` that is not its `argument`
    GroupShape shape;
    ULong called_runs; // `counter` points to it if each run calls the simulation

    // Returns true if each run calls the simulation; false if generated code tests for hits, or
    // if the group has nothing to simulate.
    bool called() const { return counter == &called_runs; }
    sim::CodeLine** lines() { return reinterpret_cast<sim::CodeLine**>(this + 1); }
    DataReference* data() { return reinterpret_cast<DataReference*>(lines() + shape.lines); }
    Reference* references() { return reinterpret_cast<Reference*>(data() + shape.data); }
    CodeUse* uses() { return reinterpret_cast<CodeUse*>(references() + shape.references); }
    Tally* tallies() { return reinterpret_cast<Tally*>(uses() + shape.uses); }
};

struct Superblock {
    Addr address; // where the program jumped to, by which the core identifies a translation
    Addr code;    // where the code is: elsewhere, if the core redirects the address
    Superblock* next;
    Group* groups; // in program order
    Group* last_group;
};

// Adds a record without groups. Null: out of memory.
Superblock* add_superblock(Addr address, Addr code);

// Adds a group without counters to `block`. Null: out of memory.
Group* add_group(Superblock& block, const GroupShape& shape);

// Finds the record of a translation that the core has discarded, and removes it from the
// table. Null: there is none, or more than one.
Superblock* remove_superblock(Addr address, const VexGuestExtents& extents);

// Adds the counts of a removed superblock to the cost centres and releases its memory.
void retire_superblock(Superblock* block);

// Adds the counts of all superblocks to the cost centres, and sets their counters to zero.
void update_cost_centres();

struct SuperblockStats {
    size_t live, created, discarded, groups;
};
SuperblockStats superblock_stats();

} // namespace cg::vg
