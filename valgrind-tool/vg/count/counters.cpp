// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/count/counters.hpp"

#include "vg/core/near_pool.hpp"

namespace cg::vg {
namespace {

constinit NearPool<ULong>::Slot near_counters[1u << 20] = {};
alignas(64) constinit NearPool<sim::Outcomes>::Slot near_outcomes[1u << 18] = {};

constinit NearPool<ULong> counters(near_counters);
constinit NearPool<sim::Outcomes> all_outcomes(near_outcomes);

} // namespace

ULong* allocate_counter() {
    return counters.allocate_one();
}

void release_counter(ULong* counter) {
    counters.release(counter);
}

sim::Outcomes* allocate_outcomes() {
    return all_outcomes.allocate_one();
}

void release_outcomes(sim::Outcomes* outcomes) {
    all_outcomes.release(outcomes);
}

} // namespace cg::vg
