// SPDX-License-Identifier: GPL-2.0-or-later
// The simulators of this run, and the functions that generated code calls.
#pragma once

#include "data/observer.hpp"
#include "sim/branch.hpp"
#include "sim/cache_use.hpp"
#include "sim/miss_causes.hpp"
#include "vg/calls/node.hpp"
#include "vg/core/arena.hpp"
#include "vg/core/options.hpp"
#include "vg/count/superblock.hpp"
#include "vg/data/data_objects.hpp"

namespace cg::vg {

// The objects of this run, for the observers.
struct DataSource {
    static data::DataObjects& objects() { return data_objects; }
};
using MissesByObject = data::MissesByObject<DataSource>;
using UseByObject = data::UseByObject<DataSource>;

template <typename Observer>
using WithCauses = sim::WithCauses<Observer, MappedPages>;

struct Simulation {
    constexpr Simulation() : plain() {}

    // One of them is used: with cache use (--cache-use=yes), by data object (--data-objects=yes),
    // with the causes of misses (--miss-causes=yes).
    union {
        sim::Hierarchy<sim::NoUse> plain;
        sim::Hierarchy<sim::CacheUse> used;
        sim::Hierarchy<MissesByObject> plain_by_object;
        sim::Hierarchy<UseByObject> used_by_object;
        sim::Hierarchy<WithCauses<sim::NoUse>> plain_causes;
        sim::Hierarchy<WithCauses<sim::CacheUse>> used_causes;
        sim::Hierarchy<WithCauses<MissesByObject>> plain_causes_by_object;
        sim::Hierarchy<WithCauses<UseByObject>> used_causes_by_object;
    };
    sim::BranchPredictor branches;
    // The time of level 1. A group of n references takes 2n ticks, because a reference may touch
    // two lines, each at a time of its own. It is in the arena, as the counters are, so that one
    // register of generated code is enough for both. Null: no caches are simulated.
    sim::Time* clock = nullptr;
    sim::Time most_ticks = 0;          // of one run of a superblock, of all that were translated
    UInt smallest_line = 0;            // the smallest line size of the three caches, in bytes
    ULong slow_runs = 0;               // of hot groups
    bool counts_at_lines_only = false; // misses of data, with nothing to do beside that
};

// Not allocated, so that the addresses of its fields fit into the 32-bit displacements of
// generated code.
extern Simulation simulation;

// Returns the caches with this observer, which must be the one that is used.
template <typename Observer>
[[gnu::always_inline]] inline sim::Hierarchy<Observer>& caches() {
    // All begin at one address.
    return reinterpret_cast<sim::Hierarchy<Observer>&>(simulation.plain);
}

// Returns the result of `call` with the caches with this observer, or with causes beside it.
template <typename Observer, typename Call>
decltype(auto) with_observer(Call call) {
    return events.causes ? call(caches<WithCauses<Observer>>()) : call(caches<Observer>());
}
// Calls it with the caches with cache use.
template <typename Call>
decltype(auto) with_use(Call call) {
    return options.data_objects ? with_observer<UseByObject>(call)
                                : with_observer<sim::CacheUse>(call);
}
// Calls it with the caches of this run.
template <typename Call>
decltype(auto) with_caches(Call call) {
    if (events.use)
        return with_use(call);
    return options.data_objects ? with_observer<MissesByObject>(call)
                                : with_observer<sim::NoUse>(call);
}

inline sim::LevelOne& level_one() {
    return with_caches([](auto& caches) -> sim::LevelOne& { return caches; });
}

// The records of cache use in level 1, as generated code needs them.
struct UseLayout {
    unsigned line_bytes;
    sim::Word count_distance, mask_distance;
};
template <typename Level>
UseLayout layout_of(const Level& level) {
    return {level.line_bytes(), level.count_distance(), level.mask_distance()};
}
inline UseLayout use_of_code() {
    return with_use([](auto& caches) { return layout_of(caches.observer.code); });
}
inline UseLayout use_of_data() {
    return with_use([](auto& caches) { return layout_of(caches.observer.data); });
}
// Returns the number of lines that level 1 held longer than the last level.
inline ULong lines_held_longer() {
    return with_use([](auto& caches) { return caches.observer.last.moved(); });
}

constexpr sim::Time ticks_of(const GroupRun& run) {
    return sim::Time{run.reference_count} * 2 * sim::tick;
}

// Creates the caches.
void start_caches(const sim::Geometry& code, const sim::Geometry& data,
                  const sim::Geometry& last_level);

// Resets the caches; the lines in them are charged to nobody. To be called
// when there are no translations.
void empty_caches();

// Finds or adds the code line that contains `address`.
sim::CodeLine* code_line_at(Addr address);

// Return the entry points of functions that generated code calls with a GroupRun and this
// number of addresses.
//   simulate: counts the run and simulates it. For code that runs seldom.
//   slow_path: simulates a run of a hot group. The generated code has counted the run and advanced
//             the clock.
void* simulate_function(unsigned arguments);
void* slow_path_function(unsigned arguments);

// Returns the entry point of a function that generated code calls with a ColdBranch, and whether
// it is taken (0 or 1).
void* branch_function();

// Charges the lines that are still in the caches to the code that loaded them. To be called once,
// before the totals are computed.
void settle_use();

// The lines that are in the caches will be charged to nobody.
void forget_owners();
// Those that the last superblock of a thread has loaded will be charged to nobody.
void forget_last_owners();

// Replaces each node that has loaded a line by the result of `replacement`.
void replace_owners(Node* (*replacement)(Node* node));

// Restarts the clock before it overflows. To be called regularly, between superblocks.
void keep_clock_in_range();
// Returns how many superblocks can run until the clock overflows.
UInt blocks_in_range();

} // namespace cg::vg
