// SPDX-License-Identifier: GPL-2.0-or-later
// Simulates the references of a group in order, and adds misses to the cost centres.
#include "vg/simulate/simulation.hpp"

#include "vg/calls/frames.hpp"
#include "vg/core/arena.hpp"
#include "vg/core/options.hpp"
#include "vg/simulate/hot_code.hpp"

namespace cg::vg {

constinit Simulation simulation;

namespace {

using sim::Word;

constinit SimulationStats stats = {};

constexpr unsigned line_bucket_count = 1u << 15;
constinit sim::CodeLine* line_buckets[line_bucket_count] = {};

// Adds the misses to `counts` and, if calls are counted, to the counts of the current node, from
// `column` on.
template <bool calls>
inline void count_misses(ULong* counts, unsigned column, sim::Misses misses) {
    counts[0] += misses.level1;
    counts[1] += misses.last_level;
    if (calls) {
        ULong* const node = node_of(current_node)->counts + column;
        node[0] += misses.level1;
        node[1] += misses.last_level;
    }
}

// Returns the column of misses of a group's n-th data reference.
unsigned miss_column(Group& group, unsigned n) {
    const Reference* r = group.references();
    for (;; ++r) {
        if (is_data(r->kind) && n-- == 0)
            return data_miss_1(r->kind);
    }
}

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

// Counts for each reference the runs in which it is not in one cache line with the
// reference of `near_argument`. Used when the group becomes hot.
inline void compare_lines(Group& group, const Word* arguments) {
    const Word line_mask = ~((Word{1} << simulation.caches.data.line_shift()) - 1);
    for (unsigned i = 0; i < group.shape.references; ++i) {
        Reference& r = group.references()[i];
        if (r.near_argument == r.argument || !is_data(r.kind))
            continue;
        const Word first = arguments[r.argument];
        const Word near = arguments[r.near_argument];
        const Word last = first + r.size - 1;
        if ((((first ^ near) | (last ^ near)) & line_mask) != 0)
            ++r.runs_apart;
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
            count_misses<calls>(r.misses, calls ? miss_column(group, i) : 0, misses);
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
    ++stats.simulate_calls;
    const ULong runs = ++group->called_runs;
    if (runs % hot_after == 0)
        mark_hot(*group->owner);
    const Word start = simulation.clock;
    simulation.clock = start + ticks_of(*group);
    if (group->compare && runs % compare_period < compared_runs)
        compare_lines(*group, arguments);
    if (fetch_resident(*group, start)) {
        simulate_data<ways, calls>(*group, arguments, start);
    } else {
        simulate_references<calls>(*group, arguments, start);
    }
}

template <uint32_t ways, bool calls>
inline void verify(Group* group, const Word* arguments) {
    ++stats.verify_calls;
    const Word start = simulation.clock - ticks_of(*group);
    if (!simulation.caches.code.missed_at(start)) {
        simulate_data<ways, calls>(*group, arguments, start);
    } else {
        simulate_references<calls>(*group, arguments, start);
    }
}

// The functions that generated code calls, by number of addresses. VG_REGPARM makes x86 pass
// up to three arguments in registers; amd64 does anyway.
template <void (*body)(Group*, const Word*)>
struct EntryPoints {
    static VG_REGPARM(1) void with_0(Group* group) { body(group, nullptr); }
    static VG_REGPARM(2) void with_1(Group* group, Word a) {
        const Word arguments[] = {a};
        body(group, arguments);
    }
    static VG_REGPARM(3) void with_2(Group* group, Word a, Word b) {
        const Word arguments[] = {a, b};
        body(group, arguments);
    }
    static VG_REGPARM(3) void with_3(Group* group, Word a, Word b, Word c) {
        const Word arguments[] = {a, b, c};
        body(group, arguments);
    }
    static VG_REGPARM(3) void with_4(Group* group, Word a, Word b, Word c, Word d) {
        const Word arguments[] = {a, b, c, d};
        body(group, arguments);
    }
    static VG_REGPARM(3) void with_5(Group* group, Word a, Word b, Word c, Word d, Word e) {
        const Word arguments[] = {a, b, c, d, e};
        body(group, arguments);
    }

    static void* taking(unsigned arguments) {
        static_assert(max_arguments <= 5);
        switch (arguments) {
        case 0:
            return entry(with_0);
        case 1:
            return entry(with_1);
        case 2:
            return entry(with_2);
        case 3:
            return entry(with_3);
        case 4:
            return entry(with_4);
        default:
            return entry(with_5);
        }
    }

  private:
    template <typename F>
    static void* entry(F* function) {
        return VG_(fnptr_to_fnentry)(reinterpret_cast<void*>(function));
    }
};

} // namespace

namespace {

template <uint32_t ways>
void* simulate_entry(unsigned arguments) {
    return options.calls ? EntryPoints<simulate<ways, true>>::taking(arguments)
                         : EntryPoints<simulate<ways, false>>::taking(arguments);
}

template <uint32_t ways>
void* verify_entry(unsigned arguments) {
    return options.calls ? EntryPoints<verify<ways, true>>::taking(arguments)
                         : EntryPoints<verify<ways, false>>::taking(arguments);
}

} // namespace

void* simulate_function(unsigned arguments) {
    switch (simulation.caches.data.ways()) {
    case 8:
        return simulate_entry<8>(arguments);
    case 12:
        return simulate_entry<12>(arguments);
    default:
        return simulate_entry<0>(arguments);
    }
}

void* verify_function(unsigned arguments) {
    switch (simulation.caches.data.ways()) {
    case 8:
        return verify_entry<8>(arguments);
    case 12:
        return verify_entry<12>(arguments);
    default:
        return verify_entry<0>(arguments);
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
    auto* const line = allocate<sim::CodeLine>();
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
    return stats;
}

} // namespace cg::vg
