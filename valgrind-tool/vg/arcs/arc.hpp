// SPDX-License-Identifier: GPL-2.0-or-later
// The graph of calls: places of calls, and arcs from these to functions.
#pragma once

#include "vg/arcs/function.hpp"
#include "vg/count/cost_centre.hpp"

namespace cg::vg {

struct Site;
struct Activation;

// The calls from one place to one function, of one level of recursion each.
struct Arc {
    Site* site; // no_site: called by nobody
    Entrance* callee;
    UInt callee_level;
    bool was_called; // before calls were set to 0
    UShort thread;   // see arcs_thread
    Arc* next;       // of the same site; of a callee the first level comes before the second
    Arc* next_in_bucket;
    Activation* activation; // the latest one by a jump; perhaps no longer there
    ULong calls;
    ULong inclusive[]; // events.count counts

    static UInt hash_of(const Site* site, const Entrance* callee, UShort thread);
    static UInt hash_of(const Arc& arc) { return hash_of(arc.site, arc.callee, arc.thread); }
};

// A place of calls, for one level of recursion of its function. That of the second level follows in
// memory. The alignment leaves bits of the address for tags (stack.hpp).
struct alignas(64) Site {
    Addr address; // of the instruction
    Function* function;
    CostCentre* line; // of the function
    ULong* counts;    // of the line and the level, to which the stubs called from there add
    UWord is_noted;   // (thread_stack.hpp)
    Arc* arcs;
    Site* next_in_bucket;
    Site* next_in_list;

    static UInt hash_of(const Site& site) { return hash_of_address(site.address); }
};
static_assert(sizeof(Site) == 64);

// Creates the following.
void start_arcs();

// The arc to a function that nobody calls, and the place from which nothing is called. They are not
// written.
extern Arc* no_arc;
extern Site* no_site;

// The thread whose arcs are found and added. 0: all threads have the same ones.
extern UShort arcs_thread;

// Finds or adds the place of a call in the code of `function`.
Site* site_at(Addr address, Function* function);

// Finds or adds the two arcs to the callee, and returns the one to its first level.
Arc* arcs_to(Site& site, Entrance* callee);

// All places, those of the first level, in any order.
extern ListedTable<Site> all_sites;

struct ArcUse {
    ULong calls; // that were counted, of those before the last zero_arcs() too
    SizeT arcs;
    ULong looked_up, compared; // by arcs_to()
};
ArcUse arc_use();

// Sets the number of calls to 0.
void zero_calls(Arc& arc);
// Sets the calls and the costs of all arcs of the thread to 0.
void zero_arcs(ThreadId thread);
// Does so after they were written: arcs without a cost are not, so their calls are kept.
void zero_written_arcs(ThreadId thread);

} // namespace cg::vg
