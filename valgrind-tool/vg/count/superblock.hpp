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
#include "sim/counted_code.hpp"
#include "vg/core/processor.hpp"
#include "vg/core/valgrind.hpp"
#include "vg/count/code_range.hpp"
#include "vg/count/cost_centre.hpp"

namespace cg::vg {

// Counters that generated code adds to. They are adjacent, eight to a cache line of the
// host, and separate from data that is read at the end only.

// Allocates a counter, which is zero.
ULong* allocate_counter();

extern Pool<sim::Outcomes> all_outcomes; // the counters of branches

struct Superblock;

// An instruction that repeats itself is fetched in each iteration, and counted when it is
// completed.
enum class ReferenceKind : UChar { fetch, read, write, conditional, indirect, completion, atomic };
inline constexpr unsigned reference_kinds = 7;

// Returns the column in which a reference of this kind counts, if such references are counted.
inline unsigned column_of(ReferenceKind kind) {
    const unsigned columns[reference_kinds] = {
        EventSet::ir,      EventSet::read, EventSet::write,  events.conditional,
        events.indirect(), EventSet::ir,   events.bus_column};
    return columns[static_cast<unsigned>(kind)];
}

// The events of one run of a group that belong to one source line, or range of it.
struct Tally {
    ULong* counts;                         // of the cost centre, or of the range
    UChar number_of[reference_kinds] = {}; // of the references of each kind that are counted

    // Calls f(column, number) for each kind of which there are any.
    template <typename F>
    void for_each(const F& f) const {
        for (unsigned i = 0; i < reference_kinds; ++i) {
            if (number_of[i] != 0)
                f(column_of(static_cast<ReferenceKind>(i)), number_of[i]);
        }
    }
};

// A fetch of a line of code, a read or a write of a group: what may miss.
struct Reference {
    sim::CountedCode code; // counts as in Tally, added to those of the line, a CostCentre
    // Of the instruction. After a read or write missed at all levels: of what it read or wrote.
    Addr address;
    UShort size; // bytes
    ReferenceKind kind;
    UChar argument = 0; // reads and writes: the index of the address among those of the call
    // Reads and writes: the argument of the nearest earlier one whose address is a constant away
    // and may be in the same line; of none, the own one.
    UChar neighbour = 0;
    bool is_apart = false; // was not in one line with its neighbour

    bool has_neighbour() const { return neighbour != argument; }

    // Returns the level-1 misses of this kind, before those of the last level.
    ULong* misses() const;
};

constexpr bool is_data(ReferenceKind kind) {
    return kind == ReferenceKind::read || kind == ReferenceKind::write;
}

constexpr bool is_branch(ReferenceKind kind) {
    return kind == ReferenceKind::conditional || kind == ReferenceKind::indirect;
}

// Returns the column of misses in level 1. The one of the last level is the next.
constexpr unsigned miss_column(ReferenceKind kind) {
    return kind == ReferenceKind::fetch  ? EventSet::ir_miss_1
           : kind == ReferenceKind::read ? EventSet::read_miss_1
                                         : EventSet::write_miss_1;
}

inline ULong* Reference::misses() const {
    return code.counts + miss_column(kind);
}

// The part of a code line that a run of a group fetches: its bytes [offset, offset + length), and
// how many instructions begin there.
struct CodeUse {
    UShort offset, length;
    UInt fetches;
};

// The largest number of addresses that one call of the simulation takes, and so of reads
// and writes in a simulated group.
inline constexpr unsigned max_arguments = processor::max_call_arguments - 1;

struct Group;

// The part of a group that a simulated run reads. Most simulated runs are of code that runs seldom,
// and wait for memory. So this is one line of the host's cache, and apart from the rest.
struct alignas(64) GroupRun {
    // Few groups fetch more. A group is cut before the next one.
    static constexpr unsigned max_lines = 2;
    static constexpr unsigned max_references = max_lines + max_arguments;

    // The kind of the n-th reference, as bits 2n and 2n + 1 of `order`.
    enum Step : UChar {
        fetch_next,     // fetches from the next line
        fetch_over_end, // from the line fetched last and the next one
        fetch_two,      // from the next two lines
        data,           // reads or writes at the next address
    };

    Group* group;
    ULong count;                      // of the runs that called the simulation
    UShort data_sizes[max_arguments]; // bytes that each address stands for
    UShort order;
    UChar line_count;
    UChar reference_count;           // fetches, reads and writes
    sim::CodeLine* lines[max_lines]; // in the order of the fetches
    // Where the misses of the fetch that first needs each line are counted; of `fetch_two`, the
    // second line's.
    ULong* fetch_misses[max_lines];

    Step step(unsigned n) const { return static_cast<Step>(order >> 2 * n & 3); }
};
static_assert(sizeof(GroupRun) == 64);
static_assert(2 * GroupRun::max_references <= 16); // bits of `order`

// That of a group of a hot superblock. Generated code passes one of the addresses that are a
// constant apart, so that it need not keep the others in registers.
struct HotRun : GroupRun {
    UChar data_count;               // reads and writes
    UChar arguments[max_arguments]; // of each read or write: from which one its address is computed
    Int above[max_arguments];       // the distance of its address from that
};

// A conditional branch of code that runs seldom, which calls the simulation.
struct ColdBranch {
    sim::Outcomes outcomes;
    Superblock* owner;
    UShort first_counter; // sim::BranchPredictor::first_counter()
};

// The parts of a group that not every one has.
struct GroupShape {
    // The lengths of the arrays after it.
    UChar references = 0;
    UChar tallies = 0;
    UChar uses = 0; // if cache use is counted, as many as there are lines
    bool has_cold_branch = false;
};

// Followed in memory by its arrays.
struct Group {
    Group* next;
    Superblock* owner;
    GroupRun* run;           // null: nothing to simulate; of a hot superblock, a HotRun
    ULong* counter;          // of runs; null: `outcomes` counts them
    sim::Outcomes* outcomes; // of the branch at the end of the group; null: there is none
    ULong* branch_counts;    // of that branch, as in Tally
    ULong* mispredicted;     // of that branch; with slots only
    UShort bytes;            // of the group and its arrays
    bool indirect;           // the branch is indirect, not conditional
    bool is_called;
    bool is_guarded; // not each run of the superblock runs it
    UChar blocks;    // how often a run begins the superblock: VEX unrolls loops
    GroupShape shape;

    // Returns true if each run calls the simulation; false if generated code tests for hits, or
    // if the group has nothing to simulate.
    bool called() const { return is_called; }
    // Returns true if the counter is one of allocate_counter().
    bool has_own_counter() const { return run == nullptr || counter != &run->count; }
    // Null: it has none. The outcomes are its first field.
    ColdBranch* cold_branch() const {
        return shape.has_cold_branch ? reinterpret_cast<ColdBranch*>(outcomes) : nullptr;
    }
    // Reads and writes in the order of their addresses, then fetches.
    Reference* references() { return reinterpret_cast<Reference*>(this + 1); }
    CodeUse* uses() { return reinterpret_cast<CodeUse*>(references() + shape.references); }
    Tally* tallies() { return reinterpret_cast<Tally*>(uses() + shape.uses); }
};

struct Superblock {
    Addr address; // where the program jumped to, by which the core identifies a translation
    Addr code;    // where the code is: elsewhere, if the core redirects the address
    Superblock* next;
    static UInt hash_of(const Superblock& block) { return hash_of_code(block.address); }
    Group* groups; // in program order
    Group* last_group;
    CodeRange* ranges; // if has_ranges
    // See simulate/hot_code.hpp.
    bool marked; // to be translated again
    bool hot;    // has been
    // The code may have changed, and nothing would show it. Then the core goes on running the
    // translation of the old code. If the tool discarded one of them, the program would run old and
    // new code together. Comparing the bytes first is not enough, because they can change until
    // the program comes back to the code and it is translated again.
    bool kept;
    UInt waiting;  // threads wait after it: the number of them (arcs/block_counts.hpp)
    UInt run_flag; // the number of its flag (thread_costs.hpp); 0: it has none
    // With arcs: the function (arcs/function.hpp) without which it is left at once. Null: any may
    // run it.
    const void* expected;
};

// Adds a record without groups, of code with this number of contiguous bytes. `checked`: the
// translation compares the code with what it was, each time (--smc-check).
Superblock* add_superblock(Addr address, Addr code, SizeT bytes, bool checked);

// Returns the record of the translation at the address. Null: there is none.
const Superblock* superblock_at(Addr address);

// Returns true if there is a translation of code that begins at `code` and must not be discarded.
bool is_kept(Addr code);

// Returns true if there is a translation of code that begins at `code`.
bool is_translated(Addr code);

// Copies the code addresses of hot superblocks that may be discarded, at most that many. Returns
// how many.
size_t list_hot_code(Addr* codes, size_t most);

// Adds a group without counters to `block`, with a `run` if it has references.
Group* add_group(Superblock& block, const GroupShape& shape);

// Finds the record of a translation that the core has discarded, and removes it from the
// table. Null: there is none, or more than one.
Superblock* remove_superblock(Addr address, const VexGuestExtents& extents);

// Keeps a removed superblock until release_retired_superblocks(). Its code may be running: if a
// debugger sets a breakpoint or takes a step, the core discards the translation that it is in,
// which still counts when it goes on.
void retire_superblock(Superblock* block);

// Adds the counts of retired superblocks to the cost centres and releases the memory of those after
// which no thread waits. To be called when no generated code is running.
void release_retired_superblocks();

// Adds the counts of all superblocks, retired ones too, to the cost centres and their ranges, and
// sets their counters to zero.
void update_cost_centres();
// Updates the cost centres of one superblock.
void update_cost_centres(Superblock& block);

// Sets the counts of all ranges to 0.
void zero_ranges();

// Adds `runs` times the tally to counts, in their slot.
void add_tally(const Tally& tally, ULong* counts, ULong runs, unsigned slot);

struct SuperblockStats {
    size_t live, created, discarded, groups;
    size_t kept;       // of those that live
    ULong runs;        // of superblocks; with slots only
    ULong called_runs; // of groups, as far as they are added to the cost centres
};
SuperblockStats superblock_stats();

} // namespace cg::vg
