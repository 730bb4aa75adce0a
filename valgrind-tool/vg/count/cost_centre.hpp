// SPDX-License-Identifier: GPL-2.0-or-later
// Cost centres: one for each source line (file, function, line) whose code was translated,
// with a count for each event. With calls, one for each function that is expected to run it.
#pragma once

#include <stddef.h>

#include "vg/core/hash_table.hpp"
#include "vg/core/valgrind.hpp"
#include "vg/count/event_set.hpp"
#include "vg/where/code_location.hpp"

namespace cg::vg {

// With callgrind's arcs, a counter is counters_in_slots of them (arcs/stack.hpp), of which only the
// first cost_slots are read: the others have costs that are not collected.
inline constexpr unsigned counters_in_slots = 4, cost_slots = 2;
// Set once, before the program starts.
inline constinit bool has_slots = false;

struct CodeRange;

struct CostCentre {
    const HChar* file;     // "directory/file", or "???"
    const HChar* function; // or "???"
    UInt line;             // 0: unknown
    // The number of the function of the tree of calls that is expected to have run the line, for a
    // module above this one; 0: none.
    UInt expected;
    // Of the instruction, if each has its own (--dump-instr=yes); 0: of a line.
    Addr address;
    CostCentre* next_in_bucket; // of the hash table
    CostCentre* next_in_list;   // of all cost centres
    CodeRange* ranges;          // of the line, after update_cost_centres()
    ULong counts[];             // events.count counts, by column; with slots for each slot

    static UInt hash_of(const CostCentre& c);
    bool is_of_line(const CostCentre& other) const {
        return line == other.line && function == other.function && file == other.file;
    }
};

// Returns the cost centre that has these counts.
inline CostCentre& centre_of(ULong* counts) {
    return *reinterpret_cast<CostCentre*>(reinterpret_cast<char*>(counts) -
                                          offsetof(CostCentre, counts));
}

// Finds or adds the cost centre of the instruction at `address`, or of its line, by the debug
// information that is loaded now. `last` is as for location_of().
CostCentre* cost_centre_at(Addr address, Addr last, UInt expected);

// Finds or adds the cost centre of the same code, for another expected function.
CostCentre* cost_centre_like(const CostCentre& centre, UInt expected);

// Gives cost centres the names of functions that were told by now (where/jit_code.hpp). A line may
// have several after this.
void settle_cost_centres();

// Sets all counts to 0.
void zero_cost_centres();

// All of them, in any order.
extern ListedTable<CostCentre> all_cost_centres;

// Sorts all cost centres by the bytes of file and function, then by line, and returns the
// first of the list. Allocates no memory, because it is also called after memory ran out. A line
// has more than one if several functions are expected to have run it.
CostCentre* sorted_cost_centres();

} // namespace cg::vg
