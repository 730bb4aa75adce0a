// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/arcs/separate_threads.hpp"

#include "vg/arcs/jump.hpp"
#include "vg/arcs/stack.hpp"
#include "vg/arcs/system_cost.hpp"
#include "vg/core/arena.hpp"
#include "vg/core/options.hpp"
#include "vg/count/thread_costs.hpp"

namespace cg::vg {
namespace {

constinit Site** noted = nullptr;
constinit SizeT noted_count = 0, noted_room = 0;

bool make_room() {
    if (noted_count < noted_room)
        return true;
    const SizeT room = noted_room == 0 ? 256 : 2 * noted_room;
    auto** const larger = static_cast<Site**>(allocate(room * sizeof(Site*)));
    if (larger == nullptr)
        return false;
    for (SizeT i = 0; i < noted_count; ++i)
        larger[i] = noted[i];
    release(noted, noted_room * sizeof(Site*));
    noted = larger;
    noted_room = room;
    return true;
}

// Adds the cost of the stubs that were called from the place to its line.
void settle_stubs(Site& site) {
    site.stub_cost[events.count] = 0;
    CostCentre* const own =
        cost_centre_of({.file = site.file, .function = site.function->name, .line = site.line},
                       site.function->number, options.dump_instr ? site.address : 0);
    if (own == nullptr)
        return;
    for (unsigned i = 0; i < events.count; ++i) {
        own->counts[site.level * events.count + i] += site.stub_cost[i];
        site.stub_cost[i] = 0;
    }
    move_costs(*own);
}

} // namespace

void profile_thread(ThreadId thread) {
    settle_thread();
    count_for(thread);
    arcs_thread = static_cast<UShort>(thread);
    forget_arc_entries();
}

void settle_thread() {
    settle_thread_costs();
    for (SizeT i = 0; i < noted_count; ++i)
        settle_stubs(*noted[i]);
    noted_count = 0;
    if (options.collect_jumps)
        settle_jumps(arcs_thread);
    if (events.system_count != 0)
        settle_system_costs(arcs_thread);
}

VG_REGPARM(1) void note_stub(Site* site) {
    if (site == no_site || !make_room())
        return;
    noted[noted_count++] = site;
    site->stub_cost[events.count] = ~0ULL; // in each half
}

} // namespace cg::vg
