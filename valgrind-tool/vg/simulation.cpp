// SPDX-License-Identifier: GPL-2.0-or-later
// Simulating a group: its references in order, misses to the cost centres.
#include "simulation.hpp"

#include "arena.hpp"
#include "hot_code.hpp"

namespace cg::vg {

constinit Simulation simulation;

namespace {

using sim::Word;

constinit SimulationUse use = {};

constexpr unsigned line_bucket_count = 1u << 15;
constinit sim::CodeLine* line_buckets[line_bucket_count] = {};

void count_misses(ULong* counts, unsigned column, sim::Misses misses) {
    counts[column] += misses.level1;
    counts[column + 1] += misses.last_level;
}

inline void simulate(Group& group, const Word* arguments, Word now) {
    Reference* const references = group.references();
    for (unsigned i = 0; i < group.reference_count; ++i, now += 2) {
        const Reference& r = references[i];
        switch (r.kind) {
        case ReferenceKind::fetch: {
            const auto misses = simulation.caches.fetch(*r.first, *r.last, r.address, r.size, now);
            if (misses.level1)
                count_misses(r.cost->counts, EventSet::ir_miss_1, misses);
            break;
        }
        case ReferenceKind::read:
        case ReferenceKind::write: {
            const auto misses = simulation.caches.reference(arguments[r.argument], r.size, now);
            if (misses.level1) {
                const bool read = r.kind == ReferenceKind::read;
                count_misses(r.cost->counts, read ? EventSet::read_miss_1 : EventSet::write_miss_1,
                             misses);
            }
            break;
        }
        default: // branches: branch_writer
            break;
        }
    }
}

// Which references share a line with their neighbours, for when the group is hot.
inline void compare_neighbours(Group& group, const Word* arguments) {
    const Word line_mask = ~((Word{1} << simulation.caches.data.line_shift()) - 1);
    for (unsigned i = 0; i < group.reference_count; ++i) {
        Reference& r = group.references()[i];
        if (r.neighbour == r.argument || !is_data(r.kind))
            continue;
        const Word first = arguments[r.argument];
        const Word there = arguments[r.neighbour];
        const Word last = first + r.size - 1;
        if ((((first ^ there) | (last ^ there)) & line_mask) != 0)
            ++r.apart;
    }
}

inline void run(Group* group, const Word* arguments) {
    ++use.runs;
    if (++*group->counter % hot_after == 0)
        mark_hot(*group->owner);
    const Word start = simulation.clock;
    simulation.clock = start + ticks_of(*group);
    if (group->compare)
        compare_neighbours(*group, arguments);
    simulate(*group, arguments, start);
}

inline void check(Group* group, const Word* arguments) {
    ++use.checks;
    simulate(*group, arguments, simulation.clock - ticks_of(*group));
}

// x86 passes the first three in registers, if asked; amd64 passes all.
#define FUNCTIONS(name)                                                                            \
    VG_REGPARM(1) void name##_0(Group* group) {                                                    \
        name(group, nullptr);                                                                      \
    }                                                                                              \
    VG_REGPARM(2) void name##_1(Group* group, Word a) {                                            \
        const Word arguments[] = {a};                                                              \
        name(group, arguments);                                                                    \
    }                                                                                              \
    VG_REGPARM(3) void name##_2(Group* group, Word a, Word b) {                                    \
        const Word arguments[] = {a, b};                                                           \
        name(group, arguments);                                                                    \
    }                                                                                              \
    VG_REGPARM(3) void name##_3(Group* group, Word a, Word b, Word c) {                            \
        const Word arguments[] = {a, b, c};                                                        \
        name(group, arguments);                                                                    \
    }                                                                                              \
    VG_REGPARM(3) void name##_4(Group* group, Word a, Word b, Word c, Word d) {                    \
        const Word arguments[] = {a, b, c, d};                                                     \
        name(group, arguments);                                                                    \
    }                                                                                              \
    VG_REGPARM(3) void name##_5(Group* group, Word a, Word b, Word c, Word d, Word e) {            \
        const Word arguments[] = {a, b, c, d, e};                                                  \
        name(group, arguments);                                                                    \
    }

FUNCTIONS(run)
FUNCTIONS(check)
static_assert(most_arguments == 5);

template <typename F>
void* entry(F* function) {
    return VG_(fnptr_to_fnentry)(reinterpret_cast<void*>(function));
}

} // namespace

void* run_function(unsigned arguments) {
    switch (arguments) {
    case 0:
        return entry(run_0);
    case 1:
        return entry(run_1);
    case 2:
        return entry(run_2);
    case 3:
        return entry(run_3);
    case 4:
        return entry(run_4);
    default:
        return entry(run_5);
    }
}

void* check_function(unsigned arguments) {
    switch (arguments) {
    case 0:
        return entry(check_0);
    case 1:
        return entry(check_1);
    case 2:
        return entry(check_2);
    case 3:
        return entry(check_3);
    case 4:
        return entry(check_4);
    default:
        return entry(check_5);
    }
}

bool start_caches(const sim::Geometry& code, const sim::Geometry& data,
                  const sim::Geometry& last_level) {
    void* const for_code = map_pages(sim::CodeCache::storage_bytes(code));
    void* const for_data = map_pages(sim::DataCache::storage_bytes(data));
    void* const for_last = map_pages(sim::SharedCache::storage_bytes(last_level));
    if (for_code == nullptr || for_data == nullptr || for_last == nullptr)
        return false;
    simulation.caches.code.init(code, for_code);
    simulation.caches.data.init(data, for_data);
    simulation.caches.last.init(last_level, for_last);
    simulation.clock = 2; // what the caches hold at the start is older
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
    auto* const line = take<sim::CodeLine>();
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

SimulationUse simulation_use() {
    return use;
}

} // namespace cg::vg
