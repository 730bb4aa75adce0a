// SPDX-License-Identifier: GPL-2.0-or-later
// Simulates the references of a group in order, and adds misses to the cost centres.
#include "vg/simulate/simulation.hpp"

#include "vg/core/arena.hpp"
#include "vg/core/hash_table.hpp"
#include "vg/core/near_pool.hpp"
#include "vg/core/options.hpp"
#include "vg/simulate/entry_points.hpp"
#include "vg/simulate/group_run.hpp"
#include "vg/simulate/use_simulation.hpp"

namespace cg::vg {

constinit Simulation simulation;

namespace {

using sim::Time;
using sim::Word;

constinit NearPool<sim::CodeLine>::Slot near_lines[1u << 17] = {};
constinit NearPool<sim::CodeLine> code_lines(near_lines);

UInt hash_of(Word block) {
    return static_cast<UInt>(block ^ block >> 15);
}

UInt hash_of_line(const sim::CodeLine& line) {
    return hash_of(line.block);
}

constinit HashTable<sim::CodeLine, &sim::CodeLine::next, hash_of_line> line_table;

// So that generated code reaches stamps and counts by 32-bit displacements.
alignas(64) constinit char near_memory[1u << 16] = {};
constinit size_t near_used = 0;

// Fetches from the lines of a group with these indexes.
inline sim::Misses fetch(const GroupRun& run, const Reference& r, unsigned first, unsigned last,
                         Time now) {
    sim::CodeLine& line = *run.lines[first];
    // If it does not matter which bytes are fetched, the reference need not be read.
    Word address = simulation.caches.code.address_of(line);
    Word size = first == last ? 1 : simulation.caches.code.line_bytes() + 1;
    if (!simulation.code_lines_fit) [[unlikely]] {
        address = r.address;
        size = r.size;
    }
    return simulation.caches.fetch(line, *run.lines[last], address, size, now);
}

// Simulates all references of a group, in order.
template <uint32_t ways, bool calls>
[[gnu::noinline]] void simulate_references(const GroupRun& run, unsigned data_count,
                                           const Word* addresses, Time start) {
    for_each_reference(
        run, data_count, start,
        [&](const Reference& r, unsigned first, unsigned last, Time now) {
            const auto misses = fetch(run, r, first, last, now);
            if (misses.level1)
                count_misses<calls>(run.fetch_misses[last], EventSet::ir_miss_1, misses);
        },
        [&](Reference& r, unsigned argument, Time now) {
            const auto misses = simulation.caches.reference<ways>(addresses[argument],
                                                                  run.data_sizes[argument], now);
            if (misses.level1)
                count_data_misses<calls>(r, misses, addresses[argument]);
        });
}

// Simulates the reads and writes of a group whose code was fetched. Fetches that hit do
// not access the last level, so leaving them out changes no order there. `ways` is the
// associativity of the data cache if that is a common one, or 0; see AddressSplit.
template <uint32_t ways, bool calls, unsigned count>
inline void simulate_data(const GroupRun& run, const Word* addresses, Time now) {
    auto& caches = simulation.caches;
#pragma GCC unroll 1
    for (unsigned i = 0; i < count; ++i, now += 2 * sim::tick) {
        const Word address = addresses[i];
        const Word size = run.data_sizes[i];
        if (caches.data.hit<ways>(address, size, now)) [[likely]]
            continue;
        sim::Misses misses;
        if (ways == 0 || !caches.simple_miss<ways>(address, size, now, misses))
            misses = caches.reference_by_set<ways>(address, size, now);
        if (misses.level1)
            count_data_misses<calls>(run.group->references()[i], misses, address);
    }
}

// Fetches the code of a group, if it is resident, or absent but fetched before data is referenced,
// so that no order in the last level changes. If not, returns false. The lines before the one that
// is absent are resident by then; they are stamped again, in the same order, by
// simulate_references().
template <bool calls>
inline bool fetch_lines(const GroupRun& run, Time now) {
    for (unsigned i = 0; i < run.line_count; ++i, now += sim::tick) {
        sim::CodeLine& line = *run.lines[i];
        if (line.absent == 0) [[likely]] {
            *line.stamp = now;
            continue;
        }
        __builtin_prefetch(run.fetch_misses[i], 1);
        if (!run.begins_with_lines(i + 1) || !simulation.code_lines_fit)
            return false;
        count_misses<calls>(run.fetch_misses[i], EventSet::ir_miss_1,
                            simulation.caches.fetch_absent(line, now));
    }
    return true;
}

template <uint32_t ways, bool calls>
struct Simulate {
    template <unsigned data>
    static void call(GroupRun& run, const Word* addresses) {
        const Time start = begin_run(run, addresses);
        if (fetch_lines<calls>(run, start)) {
            simulate_data<ways, calls, data>(run, addresses, start);
        } else {
            simulate_references<ways, calls>(run, data, addresses, start);
        }
    }
};

// `taken` is 0 or 1.
inline void predict(CalledBranch& branch, Word taken) {
    const UChar entered = simulation.branches.train(branch.first_counter, taken != 0);
    const ULong runs = ++branch.outcomes.counts[entered / sizeof(ULong)];
    if (runs % runs_per_check == 0) [[unlikely]]
        check_hot(*branch.owner, runs);
}

VG_REGPARM(2)
void predict_branch(CalledBranch* branch, Word taken) {
    predict(*branch, taken);
}

// A group that ends with a branch, and the references before it. The outcome is the last argument.
// With calls, branches are inline.
template <uint32_t ways>
struct SimulateBranch {
    template <unsigned arguments>
    static void call(GroupRun& run, const Word* values) {
        if constexpr (arguments != 0) { // EntryPoints has one without, too
            CalledBranch& branch = BranchRun::of(run).branch;
            __builtin_prefetch(&branch, 1);
            Simulate<ways, false>::template call<arguments - 1>(run, values);
            predict(branch, values[arguments - 1]);
        }
    }
};

template <uint32_t ways, bool calls>
struct Verify {
    template <unsigned data>
    static void call(GroupRun& run, const Word* addresses) {
        const Time start = begin_verified_run(run);
        if (!simulation.caches.code.missed_at(start)) {
            simulate_data<ways, calls, data>(run, addresses, start);
        } else {
            simulate_references<ways, calls>(run, data, addresses, start);
        }
    }
};

// The same for a group with one address. Most runs miss there, and in nothing else.
template <uint32_t ways, bool calls>
VG_REGPARM(2)
void verify_one(GroupRun* run, Word address) {
    const Time start = simulation.clock - ticks_of(*run);
    sim::Misses misses;
    if (simulation.caches.code.missed_at(start) ||
        !simulation.caches.simple_miss<ways>(address, run->data_sizes[0], start, misses))
        [[unlikely]] {
        EntryPoints<Verify<ways, calls>>::with_1(run, address);
        return;
    }
    ++simulation.verify_calls;
    count_data_misses<calls>(run->group->references()[0], misses, address);
}

} // namespace

void* simulate_function(unsigned arguments) {
    if (events.use)
        return used_simulate_function(arguments);
    return choose_for_run([=](auto ways, auto calls) {
        return EntryPoints<Simulate<decltype(ways)::value, decltype(calls)::value>>::taking(
            arguments);
    });
}

void* simulate_branch_function(unsigned addresses) {
    return choose_for_run([=](auto ways, auto /*calls*/) {
        return EntryPoints<SimulateBranch<decltype(ways)::value>>::taking(addresses + 1);
    });
}

void* verify_function(unsigned arguments, bool tested) {
    if (events.use)
        return used_verify_function(arguments, tested);
    return choose_for_run([=](auto ways, auto calls) {
        constexpr uint32_t known_ways = decltype(ways)::value;
        constexpr bool known_calls = decltype(calls)::value;
        return arguments == 1 && tested
                   ? entry_of(verify_one<known_ways, known_calls>)
                   : EntryPoints<Verify<known_ways, known_calls>>::taking(arguments);
    });
}

void* branch_function() {
    return entry_of(predict_branch);
}

void* near_pages(size_t bytes) {
    const size_t rounded = (bytes + 63) & ~size_t{63};
    if (rounded > sizeof(near_memory) - near_used)
        return map_pages(bytes);
    void* const memory = near_memory + near_used;
    near_used += rounded;
    return memory;
}

bool start_caches(const sim::Geometry& code, const sim::Geometry& data,
                  const sim::Geometry& last_level) {
    auto* const code_stamps =
        static_cast<Time*>(near_pages(sim::CodeCache::rows_for(code).bytes()));
    auto* const data_stamps = static_cast<Time*>(near_pages(sim::DataCache::stamps_bytes(data)));
    void* const for_code = map_pages(sim::CodeCache::storage_bytes(code));
    void* const for_data = map_pages(sim::DataCache::storage_bytes(data));
    void* const for_last = map_pages(sim::SharedCache::storage_bytes(last_level));
    if (code_stamps == nullptr || data_stamps == nullptr || for_code == nullptr ||
        for_data == nullptr || for_last == nullptr)
        return false;
    processor::look_at_host();
    simulation.caches.code.init(code, code_stamps, for_code);
    simulation.caches.data.init(data, data_stamps, for_data);
    simulation.caches.last.init(last_level, for_last);
    if (events.use && !start_use(code, data, last_level))
        return false;
    simulation.code_lines_fit = code.line_size <= last_level.line_size;
    // Later than the stamps of the lines that the caches begin with.
    simulation.clock = 2 * sim::tick;
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
    for (sim::CodeLine* line = line_table.first(hash_of(block)); line != nullptr;
         line = line->next) {
        if (line->block == block)
            return line;
    }
    sim::CodeLine* const line = code_lines.allocate_one();
    if (line == nullptr)
        return nullptr;
    *line = simulation.caches.code.make_line(block);
    line_table.add(line);
    return line;
}

// Folds if references often find their line beside its slot: at least one for eight calls of hot
// code, and so many in all that they took as long as translating again what still runs, which is a
// small part of all superblocks.
bool fold_slots_if_shared() {
    constexpr uint64_t few = 1u << 18;
    constexpr uint64_t for_each_superblock = 64;
    constexpr uint64_t calls_for_one = 8;
    auto& data = simulation.caches.data;
    const uint64_t beside = data.references_beside();
    if (beside < few || beside < simulation.verify_calls / calls_for_one ||
        data.split().fold() != 0 || !data.split().is_common() || !processor::can_retranslate)
        return false;
    if (beside < few + for_each_superblock * superblock_stats().live)
        return false;
    const unsigned fold = data.useful_fold();
    if (fold == 0)
        return false;
    data.set_fold(fold);
    return true;
}

void keep_clock_in_range() {
    if (simulation.clock < sim::last_time)
        return;
    const Time code = simulation.caches.code.restamp();
    const Time data = simulation.caches.data.restamp();
    simulation.clock = code > data ? code : data;
}

} // namespace cg::vg
