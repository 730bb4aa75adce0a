// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/arcs/foreign.hpp"

#include "vg/arcs/thread_stack.hpp"
#include "vg/core/options.hpp"
#include "vg/count/thread_costs.hpp"

namespace cg::vg {

namespace {

// Calls `add` with the cost centre of the function that runs, and with its level.
template <typename F>
void add_for_running(const CostCentre& centre, const F& add) {
    const StackState state = load_stack_state(VG_(get_running_tid)());
    const Function* const running = running_function(state);
    if ((state.slot & slot_of_uncollected) != 0 || running == nullptr)
        return;
    CostCentre* const own = cost_centre_like(centre, running->number);
    if (own == nullptr)
        return;
    add(*own, state.slot == slot_of_later ? 1u : 0u);
    if (options.separate_threads)
        move_costs(*own);
}

} // namespace

VG_REGPARM(1) void count_foreign(Group* group) {
    for (unsigned i = 0; i < group->shape.tallies; ++i) {
        const Tally& tally = group->tallies()[i];
        add_for_running(*tally.cost,
                        [&](CostCentre& own, unsigned level) { add_tally(tally, own, 1, level); });
    }
}

VG_REGPARM(1) void count_foreign_miss(Group* group) {
    const unsigned column = group->indirect ? events.indirect_miss() : events.conditional_miss();
    add_for_running(*group->branch, [&](CostCentre& own, unsigned level) {
        ++own.counts[level * events.count + column];
    });
}

} // namespace cg::vg
