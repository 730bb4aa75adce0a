// SPDX-License-Identifier: GPL-2.0-or-later
// Cost centres: one for each source line (file, function, line) whose code was translated,
// with a count for each event.
#pragma once

#include <stddef.h>

#include "vg/core/valgrind.hpp"
#include "vg/count/event_set.hpp"

namespace cg::vg {

struct CostCentre {
    const HChar* file;          // "directory/file", or "???"
    const HChar* function;      // or "???"
    UInt line;                  // 0: unknown
    CostCentre* next_in_bucket; // of the hash table
    CostCentre* next_in_list;   // of all cost centres
    ULong counts[];             // events.count counts, by column
};

// Finds or adds the cost centre of the instruction at `address`, by the debug information
// that is loaded now. `last` is as for location_of(). Null: out of memory.
CostCentre* cost_centre_at(Addr address, Addr last);

// Sorts all cost centres by the bytes of file and function, then by line, and returns the
// first of the list. Allocates no memory, because it is also called after memory ran out.
CostCentre* sorted_cost_centres();

size_t cost_centre_count();

} // namespace cg::vg
