// SPDX-License-Identifier: GPL-2.0-or-later
// Cost centres: one for each source line (file, function, line) that was
// translated, with a count for each event.
#pragma once

#include <stddef.h>

#include "vg/core/valgrind.hpp"
#include "vg/count/event_set.hpp"

namespace cg::vg {

struct CostCentre {
    const HChar* file;          // "dir/file", or "???"
    const HChar* function;      // or "???"
    UInt line;                  // 0: unknown
    CostCentre* next_in_bucket; // in the hash table
    CostCentre* next_in_list;   // in the list of all
    ULong counts[];             // events.count of them, in the order of the event set
};

// The cost centre of the instruction at `address`, by the debug information
// that is loaded now; `last` as for location_of(). Null: out of memory.
CostCentre* cost_centre_at(Addr address, Addr last);

// All cost centres as a list (`next_in_list`), sorted by the bytes of file and
// function, then by line. Needs no memory: it is also what runs when there is
// none.
CostCentre* sorted_cost_centres();

size_t cost_centre_count();

} // namespace cg::vg
