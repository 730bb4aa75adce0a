// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/simulate/use_simulation.hpp"

#include <stddef.h>

#include "vg/core/arena.hpp"
#include "vg/core/options.hpp"
#include "vg/simulate/entry_points.hpp"
#include "vg/simulate/group_run.hpp"

namespace cg::vg {
namespace {

using sim::Time;
using sim::Word;

// `counts` are those of cache use, in a cost centre.
template <bool calls>
inline auto owner_with(ULong* counts) {
    if constexpr (calls)
        return sim::Owner{counts, node_of(current_node)->counts + events.first_use};
    else
        return sim::LineOwner{counts};
}

inline void add_code_use(const sim::CodeLine& line, const CodeUse& use) {
    simulation.use.add_code(simulation.caches, line, use.offset, use.length, use.fetches);
}

template <uint32_t ways, bool calls>
inline void simulate_data_reference(Reference& r, Word address, Time now) {
    const auto misses =
        simulation.use.reference<ways>(simulation.caches, address, r.size, now,
                                       owner_with<calls>(r.cost->counts + events.first_use));
    if (misses.level1)
        count_data_misses<calls>(r, misses, address);
}

// The uses of the first `added` code lines are already added, and those of the others are then.
template <uint32_t ways, bool calls>
inline void simulate_references(const GroupRun& run, unsigned data_count, const Word* addresses,
                                Time start, unsigned added) {
    for_each_reference(
        run, data_count, start,
        [&](const Reference& r, unsigned first, unsigned last, Time now) {
            const auto misses = simulation.use.fetch(
                simulation.caches, *run.lines[first], *run.lines[last], r.address, r.size, now,
                owner_with<calls>(r.cost->counts + events.first_use));
            if (misses.level1)
                count_misses<calls>(run.fetch_misses[last], EventSet::ir_miss_1, misses);
            for (; added <= last; ++added)
                add_code_use(*run.lines[added], run.group->uses()[added]);
        },
        [&](Reference& r, unsigned argument, Time now) {
            simulate_data_reference<ways, calls>(r, addresses[argument], now);
        });
}

// Simulates the references from `first` on. One function for all numbers of addresses, so that a
// miss needs no other.
template <uint32_t ways, bool calls>
[[gnu::noinline]] void simulate_from(unsigned first, const GroupRun& run, const Word* addresses,
                                     unsigned count, Time now) {
    for (unsigned i = first; i < count; ++i, now += 2 * sim::tick) {
        const Word address = addresses[i];
        const Word size = run.data_sizes[i];
        if (simulation.use.hit<ways>(simulation.caches, address, size, now)) [[likely]]
            continue;
        Reference& r = run.group->references()[i];
        const auto owner = owner_with<calls>(r.cost->counts + events.first_use);
        sim::Misses misses;
        if (!simulation.use.simple_miss<ways>(simulation.caches, address, size, now, owner, misses))
            misses =
                simulation.use.reference_by_set<ways>(simulation.caches, address, size, now, owner);
        if (misses.level1)
            count_data_misses<calls>(r, misses, address);
    }
}

// For a group whose code is resident. Most references hit if the code runs seldom; those before the
// first miss are simulated without the registers that a miss needs.
template <uint32_t ways, bool calls, unsigned count>
inline void simulate_data(const GroupRun& run, const Word* addresses, Time now) {
#pragma GCC unroll 1
    for (unsigned i = 0; i < count; ++i, now += 2 * sim::tick) {
        if (!simulation.use.hit<ways>(simulation.caches, addresses[i], run.data_sizes[i], now)) {
            ++run.group->missed_runs;
            return simulate_from<ways, calls>(i, run, addresses, count, now);
        }
    }
}

// Returns the lines of the group that are absent, one bit for each.
inline UInt absent_lines(const GroupRun& run) {
    UInt absent = 0;
    for (unsigned i = 0; i < run.line_count; ++i)
        absent |= static_cast<UInt>(run.lines[i]->absent & 1) << i;
    return absent;
}

template <uint32_t ways, bool calls>
struct Simulate {
    template <unsigned data>
    static void call(GroupRun& run, const Word* addresses) {
        const Time start = begin_run(run, addresses);
        for (unsigned i = 0; i < run.line_count; ++i) {
            sim::CodeLine& line = *run.lines[i];
            if (line.absent != 0) [[unlikely]] {
                simulate_references<ways, calls>(run, data, addresses, start, i);
                return;
            }
            *line.stamp = start + i * sim::tick;
            add_code_use(line, run.group->uses()[i]);
        }
        simulate_data<ways, calls, data>(run, addresses, start);
    }
};

// Generated code has added the uses of the code that was resident, and its lines are in different
// sets, so the others do not replace them.
template <uint32_t ways, bool calls>
struct Verify {
    template <unsigned data>
    static void call(GroupRun& run, const Word* addresses) {
        const Time start = begin_verified_run(run);
        if (!simulation.caches.code.missed_at(start)) {
            simulate_from<ways, calls>(0, run, addresses, data, start);
            return;
        }
        const UInt absent = absent_lines(run);
        simulate_references<ways, calls>(run, data, addresses, start, run.line_count);
        for (unsigned i = 0; i < run.line_count; ++i) {
            if ((absent >> i & 1) != 0)
                add_code_use(*run.lines[i], run.group->uses()[i]);
        }
    }
};

// As without cache use: most runs of a group with one address miss there, and in nothing else.
template <uint32_t ways, bool calls>
VG_REGPARM(2)
void verify_one(GroupRun* run, Word address) {
    const Time start = simulation.clock - ticks_of(*run);
    Reference& r = run->group->references()[0];
    sim::Misses misses;
    if (simulation.caches.code.missed_at(start) ||
        !simulation.use.simple_miss<ways>(simulation.caches, address, r.size, start,
                                          owner_with<calls>(r.cost->counts + events.first_use),
                                          misses)) [[unlikely]] {
        EntryPoints<Verify<ways, calls>>::with_1(run, address);
        return;
    }
    ++simulation.verify_calls;
    count_data_misses<calls>(r, misses, address);
}

template <typename Cache>
bool start_level_1(sim::LevelOneUse& use, const Cache& cache, const sim::Geometry& g) {
    const sim::StampRows& rows = cache.rows();
    void* counts = nullptr;
    void* loads = nullptr;
    if (!sim::LevelOneUse::is_own_memory_used(rows, g.line_size)) {
        counts = near_pages(sim::LevelOneUse::counts_bytes(rows, g.line_size));
        loads = map_pages(sim::LevelOneUse::loads_bytes(rows));
        if (counts == nullptr || loads == nullptr)
            return false;
    }
    use.init(rows, cache.stamps(), g.line_size, counts, loads);
    return true;
}

} // namespace

void* used_simulate_function(unsigned arguments) {
    return choose_for_run([=](auto ways, auto calls) {
        return EntryPoints<Simulate<decltype(ways)::value, decltype(calls)::value>>::taking(
            arguments);
    });
}

void* used_verify_function(unsigned arguments, bool tested) {
    return choose_for_run([=](auto ways, auto calls) {
        constexpr uint32_t known_ways = decltype(ways)::value;
        constexpr bool known_calls = decltype(calls)::value;
        return arguments == 1 && tested
                   ? entry_of(verify_one<known_ways, known_calls>)
                   : EntryPoints<Verify<known_ways, known_calls>>::taking(arguments);
    });
}

bool start_use(const sim::Geometry& code, const sim::Geometry& data,
               const sim::Geometry& last_level) {
    const auto lines_of = [](const sim::Geometry& g) { return g.sets() * g.associativity; };
    const UInt level_1_lines = lines_of(code) + lines_of(data);
    sim::UsedHierarchy& use = simulation.use;
    void* const for_lines = map_pages(sim::NumberedCache::storage_bytes(last_level));
    void* const for_last = map_pages(sim::LastLevelUse::storage_bytes(last_level, level_1_lines));
    if (for_lines == nullptr || for_last == nullptr ||
        !start_level_1(use.code, simulation.caches.code, code) ||
        !start_level_1(use.data, simulation.caches.data, data))
        return false;
    use.lines.init(last_level, for_lines);
    use.last.init(last_level, level_1_lines, for_last, options.calls);
    if (options.cache_use_as_callgrind)
        use.last.follow_callgrind(last_level.line_size / 32);
    return true;
}

void settle_use() {
    simulation.use.settle_all();
}

void replace_owners(Node* (*replacement)(Node* node)) {
    const size_t column = offsetof(Node, counts) + events.first_use * sizeof(ULong);
    simulation.use.for_each_owner([&](sim::Owner& owner) {
        if (owner.node == nullptr)
            return;
        auto* const node = reinterpret_cast<Node*>(reinterpret_cast<char*>(owner.node) - column);
        owner.node = replacement(node)->counts + events.first_use;
    });
}

} // namespace cg::vg
