// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/count/counters.hpp"

#include "vg/core/pool.hpp"

namespace cg::vg {
namespace {

constinit Pool<ULong> counters;

struct Slots {
    ULong counters[counters_in_slots];
};
constinit Pool<Slots> slots;
constinit Pool<sim::Outcomes> all_outcomes;

} // namespace

ULong* allocate_counter() {
    if (!has_slots)
        return counters.allocate_one();
    Slots* const made = slots.allocate_one();
    return made == nullptr ? nullptr : made->counters;
}

void release_counter(ULong* counter) {
    if (counter == nullptr)
        return;
    if (!has_slots)
        counters.release(counter);
    else
        slots.release(reinterpret_cast<Slots*>(counter));
}

sim::Outcomes* allocate_outcomes() {
    return all_outcomes.allocate_one();
}

void release_outcomes(sim::Outcomes* outcomes) {
    all_outcomes.release(outcomes);
}

} // namespace cg::vg
