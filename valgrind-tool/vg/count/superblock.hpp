// SPDX-License-Identifier: GPL-2.0-or-later
// What is kept of a translation, to work its counts out later.
//
// A superblock is cut into groups: stretches whose instructions are executed
// together or not at all. A group has one counter. How often it ran, times what
// one run counts (its tallies), is added to the cost centres when the
// translation is discarded and at the end. Only what differs from run to run,
// misses, is added to the cost centres at once, by the simulation.
#pragma once

#include "sim/branch.hpp"
#include "sim/code_cache.hpp"
#include "vg/core/valgrind.hpp"
#include "vg/count/cost_centre.hpp"

namespace cg::vg {

struct Superblock;

// What one run of a group counts for one source line.
struct Tally {
    CostCentre* cost;
    UChar instructions = 0, reads = 0, writes = 0, conditionals = 0, indirects = 0;
};

enum class ReferenceKind : UChar { fetch, read, write, conditional, indirect };

// Something that may miss: what the simulation needs to know of it.
struct Reference {
    CostCentre* cost;
    ReferenceKind kind;
    UChar argument = 0; // read, write: which of the call's arguments it concerns
    // read, write: the argument that is a known distance away, or its own.
    UChar near_argument = 0;
    UShort size; // fetch, read, write: bytes
    // read, write: compared runs in which it did not share one line with its neighbour.
    UShort runs_apart = 0;
    Addr address;                   // of the instruction
    sim::CodeLine* first = nullptr; // fetch: the lines that the bytes lie in,
    sim::CodeLine* last = nullptr;  // most often the same one
};

constexpr bool is_data(ReferenceKind kind) {
    return kind == ReferenceKind::read || kind == ReferenceKind::write;
}

// Its column of misses in level 1; those of the last level follow.
constexpr unsigned data_miss_1(ReferenceKind kind) {
    return kind == ReferenceKind::read ? EventSet::read_miss_1 : EventSet::write_miss_1;
}

// A read or write again, with what its simulation needs while the code is resident.
struct DataReference {
    ULong* misses; // in the cost centre: of level 1, then of the last level
    UShort size;
    UShort argument;
};

// The references of a group are simulated by one call, which can take so many
// addresses.
inline constexpr unsigned max_arguments = 5;

// How many of each a group has room for.
struct GroupShape {
    UChar lines = 0;      // lines of code, in the order of the fetches
    UChar data = 0;       // reads and writes
    UChar references = 0; // all
    UChar tallies = 0;
};

// Followed by its parts. What most runs need lies together, from called_runs on.
struct Group {
    Group* next;
    Superblock* owner;
    ULong* counter;          // null: the branch's outcomes tell
    sim::Outcomes* outcomes; // of the branch that ends it; null: none does
    CostCentre* branch;      // whose its misses are
    UInt bytes;
    bool indirect; // what kind of branch
    bool compare;  // some reference has a neighbour to compare with
    GroupShape shape;
    ULong called_runs; // the counter, if it is simulated by plain calls

    bool called() const { return counter == &called_runs; }
    sim::CodeLine** lines() { return reinterpret_cast<sim::CodeLine**>(this + 1); }
    DataReference* data() { return reinterpret_cast<DataReference*>(lines() + shape.lines); }
    Reference* references() { return reinterpret_cast<Reference*>(data() + shape.data); }
    Tally* tallies() { return reinterpret_cast<Tally*>(references() + shape.references); }
};

struct Superblock {
    Addr address; // where the program jumped to; how the core names a translation
    Addr code;    // where the code is; differs if it was redirected
    Superblock* next;
    Group* groups; // in program order
    Group* last_group;
};

// A new record, known by its addresses. Null: out of memory.
Superblock* add_superblock(Addr address, Addr code);

// A group of it, without counters. Null: out of memory.
Group* add_group(Superblock& block, const GroupShape& shape);

// Takes the record of a translation that the core has discarded out of the table.
// Null: there is none, or it cannot be told which.
Superblock* remove_superblock(Addr address, const VexGuestExtents& extents);

// Adds its counts to the cost centres and releases its memory.
void retire_superblock(Superblock* block);

// Brings the cost centres up to date; every superblock stays.
void update_cost_centres();

struct SuperblockStats {
    size_t live, created, discarded, groups;
};
SuperblockStats superblock_stats();

} // namespace cg::vg
