// SPDX-License-Identifier: GPL-2.0-or-later
// Simulates the references of a group in order, and adds misses to the cost centres.
#include "vg/simulate/simulation.hpp"

#include "vg/core/arena.hpp"
#include "vg/core/near_pool.hpp"
#include "vg/core/options.hpp"
#include "vg/simulate/entry_points.hpp"
#include "vg/simulate/group_run.hpp"
#include "vg/simulate/use_simulation.hpp"

namespace cg::vg {

constinit Simulation simulation;

namespace {

using sim::Word;

constexpr unsigned line_bucket_count = 1u << 15;
constinit NearPool<sim::CodeLine>::Slot near_lines[1u << 17] = {};
constinit NearPool<sim::CodeLine> code_lines(near_lines);
constinit sim::CodeLine* line_buckets[line_bucket_count] = {};

template <bool calls>
inline void simulate_references(Group& group, const Word* arguments, Word now) {
    Reference* const references = group.references();
    for (unsigned i = 0; i < group.shape.references; ++i, now += 2) {
        const Reference& r = references[i];
        if (r.kind == ReferenceKind::fetch) {
            const auto misses = simulation.caches.fetch(*r.first, *r.last, r.address, r.size, now);
            if (misses.level1)
                count_misses<calls>(r.cost->counts + EventSet::ir_miss_1, EventSet::ir_miss_1,
                                    misses);
        } else {
            const auto misses = simulation.caches.reference(arguments[r.argument], r.size, now);
            if (misses.level1)
                count_misses<calls>(r.cost->counts + data_miss_1(r.kind), data_miss_1(r.kind),
                                    misses);
        }
    }
}

// Simulates the reads and writes of a group whose code is resident. Fetches that hit do
// not access the last level, so leaving them out changes no order there. `ways` is the
// associativity of the data cache, or 0; see DataCache::reference().
template <uint32_t ways, bool calls>
inline void simulate_data(Group& group, const Word* arguments, Word now) {
    const DataReference* const data = group.data();
    for (unsigned i = 0; i < group.shape.data; ++i, now += 2) {
        const DataReference& r = data[i];
        const auto misses = simulation.caches.reference<ways>(arguments[r.argument], r.size, now);
        if (misses.level1)
            count_misses<calls>(r.misses, calls ? data_miss_1(data_reference(group, i).kind) : 0,
                                misses);
    }
}

// Fetches the code of a group if all of it is resident, and returns true. Returns false at
// the first line that is absent. The lines before it are stamped by then; they are stamped
// again, in the same order, by simulate_references().
inline bool fetch_resident(Group& group, Word now) {
    for (unsigned i = 0; i < group.shape.lines; ++i, ++now) {
        const sim::CodeLine& line = *group.lines()[i];
        if (line.absent != 0)
            return false;
        *line.stamp = now;
    }
    return true;
}

template <uint32_t ways, bool calls>
inline void simulate(Group* group, const Word* arguments) {
    const Word start = begin_run(*group, arguments);
    if (fetch_resident(*group, start)) {
        simulate_data<ways, calls>(*group, arguments, start);
    } else {
        simulate_references<calls>(*group, arguments, start);
    }
}

template <uint32_t ways, bool calls>
inline void verify(Group* group, const Word* arguments) {
    const Word start = begin_verified_run(*group);
    if (!simulation.caches.code.missed_at(start)) {
        simulate_data<ways, calls>(*group, arguments, start);
    } else {
        simulate_references<calls>(*group, arguments, start);
    }
}

} // namespace

void* simulate_function(unsigned arguments) {
    if (events.use)
        return used_simulate_function(arguments);
    return choose_for_run([=](auto ways, auto calls) {
        return EntryPoints<simulate<decltype(ways)::value, decltype(calls)::value>>::taking(
            arguments);
    });
}

void* verify_function(unsigned arguments) {
    if (events.use)
        return used_verify_function(arguments);
    return choose_for_run([=](auto ways, auto calls) {
        return EntryPoints<verify<decltype(ways)::value, decltype(calls)::value>>::taking(
            arguments);
    });
}

bool start_caches(const sim::Geometry& code, const sim::Geometry& data,
                  const sim::Geometry& last_level) {
    const size_t beside_code = events.use ? sim::LevelOneUse::beside_bytes(code) : 0;
    const size_t beside_data = events.use ? sim::LevelOneUse::beside_bytes(data) : 0;
    void* const for_code = map_pages(sim::CodeCache::storage_bytes(code, beside_code));
    void* const for_data = map_pages(sim::DataCache::storage_bytes(data, beside_data));
    void* const for_last = map_pages(sim::SharedCache::storage_bytes(last_level, events.use));
    if (for_code == nullptr || for_data == nullptr || for_last == nullptr)
        return false;
    simulation.caches.code.init(code, for_code, beside_code);
    simulation.caches.data.init(data, for_data);
    simulation.caches.last.init(last_level, for_last);
    if (events.use && !start_use(code, data, last_level))
        return false;
    simulation.clock = 2; // later than the stamps of the lines that the caches begin with
    UInt smallest = code.line_size;
    if (data.line_size < smallest)
        smallest = data.line_size;
    if (last_level.line_size < smallest)
        smallest = last_level.line_size;
    simulation.smallest_line = smallest;
    return true;
}

sim::CodeLine* code_line_at(Addr address) {
    const Word block = simulation.caches.code.block_of(address);
    if (block == 0)
        return &simulation.caches.code.origin();
    sim::CodeLine*& bucket = line_buckets[(block ^ block >> 15) % line_bucket_count];
    for (sim::CodeLine* line = bucket; line != nullptr; line = line->next) {
        if (line->block == block)
            return line;
    }
    sim::CodeLine* const line = code_lines.allocate_one();
    if (line == nullptr)
        return nullptr;
    *line = simulation.caches.code.make_line(block);
    line->next = bucket;
    bucket = line;
    return line;
}

void keep_clock_in_range() {
    if (simulation.clock < sim::last_stamp)
        return;
    const Word code = simulation.caches.code.restamp();
    const Word data = simulation.caches.data.restamp();
    simulation.clock = code > data ? code : data;
}

SimulationStats simulation_stats() {
    return simulation.stats;
}

} // namespace cg::vg
