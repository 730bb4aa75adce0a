// SPDX-License-Identifier: GPL-2.0-or-later
// What is kept of a translation, to work its counts out later.
//
// A superblock is cut into groups: stretches whose instructions are executed
// together or not at all. A group has one counter. How often it ran, times what
// one run counts (its tallies), is added to the cost centres when the
// translation is discarded and at the end. Only what differs from run to run,
// misses, is added to the cost centres at once, by the simulation.
#pragma once

#include "../sim/branch.hpp"
#include "../sim/code_cache.hpp"
#include "cost_centre.hpp"
#include "valgrind.hpp"

namespace cg::vg {

struct Superblock;

/// What one run of a group counts for one source line.
struct Tally {
    CostCentre* cost;
    UChar instructions = 0, reads = 0, writes = 0, conditionals = 0, indirects = 0;
};

enum class ReferenceKind : UChar { fetch, read, write, conditional, indirect };

/// Something that may miss: what the simulation needs to know of it.
struct Reference {
    CostCentre* cost;
    ReferenceKind kind;
    UChar argument = 0; ///< read, write: which of the call's arguments it concerns
    /// read, write: the argument that is a known distance away, or its own.
    UChar neighbour = 0;
    UShort size; ///< fetch, read, write: bytes
    /// read, write: plain runs in which it did not share one line with its neighbour.
    UShort apart = 0;
    Addr address;                   ///< of the instruction
    sim::CodeLine* first = nullptr; ///< fetch: the lines that the bytes lie in,
    sim::CodeLine* last = nullptr;  ///< most often the same one
};

constexpr bool is_data(ReferenceKind kind) {
    return kind == ReferenceKind::read || kind == ReferenceKind::write;
}

/// The references of a group are simulated by one call, which can take so many
/// addresses.
inline constexpr unsigned most_arguments = 5;

struct Group {
    ULong* counter;          ///< null: the branch's outcomes tell
    sim::Outcomes* outcomes; ///< of the branch that ends it; null: none does
    CostCentre* branch;      ///< whose its misses are
    bool indirect;           ///< what kind of branch
    Group* next;
    Superblock* owner;
    UShort tally_count, reference_count;
    UInt bytes : 30;
    UInt plain : 1;   ///< simulated by plain calls
    UInt compare : 1; ///< some reference has a neighbour to compare with
    Tally* tallies() { return reinterpret_cast<Tally*>(this + 1); }
    Reference* references() { return reinterpret_cast<Reference*>(tallies() + tally_count); }
};

struct Superblock {
    Addr address; ///< where the program jumped to; how the core names a translation
    Addr code;    ///< where the code is; differs if it was redirected
    Superblock* next;
    Group* groups; ///< in program order
    Group* last_group;
};

/// A new record, known by its addresses. Null: out of memory.
Superblock* add_superblock(Addr address, Addr code);

/// A group of it with room for so much, without counters. Null: out of memory.
Group* add_group(Superblock& block, unsigned tallies, unsigned references);

/// The core has discarded a translation: its counts are kept, the rest goes.
void discard_superblock(Addr address, VexGuestExtents extents);

/// Brings the cost centres up to date; every superblock stays.
void collect_counts();

struct SuperblockUse {
    size_t live, made, discarded, groups;
};
SuperblockUse superblock_use();

} // namespace cg::vg
