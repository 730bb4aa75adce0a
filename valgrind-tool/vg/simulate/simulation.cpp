// SPDX-License-Identifier: GPL-2.0-or-later
// Simulates the references of a group in order, and adds misses to the cost centres.
#include "vg/simulate/simulation.hpp"

#include <new>
#include <stddef.h>
#include <type_traits>

#include "vg/arcs/block_counts.hpp"
#include "vg/arcs/stack.hpp"
#include "vg/calls/call_lines.hpp"
#include "vg/core/arena.hpp"
#include "vg/core/hash_table.hpp"
#include "vg/core/options.hpp"
#include "vg/core/replaced_functions.hpp"
#include "vg/count/superblock.hpp"
#include "vg/simulate/hot_code.hpp"
#include "vg/simulate/other_caches.hpp"

namespace cg::vg {

constinit Simulation simulation;

namespace {

using sim::Time;
using sim::Word;

// Counts one in this column of the counts of a line, in the current slot, and for the thread.
void count_one_in_slot(ULong* counts, unsigned column) {
    if (stub_misses != nullptr)
        return count_stub_miss(column);
    counts += current_slot / sizeof(ULong) * events.count;
    note_miss({counts, column});
    ++counts[column];
    if ((current_slot & slot_of_uncollected) == 0)
        ++missed_counts[column];
}

// `counts`: from `column` on.
[[gnu::noinline]] void count_misses_in_slot(const GroupRun& run, ULong* counts, unsigned column,
                                            sim::Misses misses) {
    if (stub_misses == nullptr)
        begin_references(run.group->owner);
    if (misses.level1)
        count_one_in_slot(counts - column, column);
    if (misses.last_level)
        count_one_in_slot(counts - column, column + 1);
}

// Adds the misses to the counts of the current node, from `column` on.
[[gnu::noinline]] void count_misses_of_node(unsigned column, sim::Misses misses) {
    ULong* const node = node_of(current_node)->counts + column;
    node[0] += misses.level1;
    node[1] += misses.last_level;
    flushed[column] += misses.level1;
    flushed[column + 1] += misses.last_level;
}

// Adds the misses to `counts` and, if calls are followed, to those of the current node or slot.
void count_misses(const GroupRun& run, ULong* counts, unsigned column, sim::Misses misses) {
    if (has_slots) [[unlikely]]
        return count_misses_in_slot(run, counts, column, misses);
    counts[0] += misses.level1;
    counts[1] += misses.last_level;
    if (options.calls)
        count_misses_of_node(column, misses);
}

// Counts one in this column of the counts of a line, as misses are counted.
void count_one(ULong* counts, unsigned column) {
    if (has_slots)
        return count_one_in_slot(counts, column);
    ++counts[column];
    if (options.calls) {
        ++node_of(current_node)->counts[column];
        ++flushed[column];
    }
}

// Counts the causes of misses that were counted in `column` and the next one.
void count_causes(ULong* counts, unsigned column, sim::Causes causes) {
    static_assert(sim::cause_count == EventSet::causes_of_misses);
    count_one(counts, events.cause_column(column) + static_cast<unsigned>(causes.level1));
    if (causes.last_level != sim::Cause::none)
        count_one(counts,
                  events.cause_column(column + 1) + static_cast<unsigned>(causes.last_level));
}

// References the other caches of level 1.
void reference_other_data(const GroupRun& run, const Reference& r, Word address, Word size) {
    if (has_slots)
        begin_references(run.group->owner);
    ULong* const counts = r.code.counts;
    const bool is_write = r.kind == ReferenceKind::write;
    for_each_missing(other_data, address, size, [&](unsigned number) {
        count_one(counts, events.other_data_column(number, is_write));
    });
}
// References the other caches of the last level, because level 1 missed. `column`: of the misses in
// the last level.
[[gnu::noinline]] void reference_other_last(ULong* counts, unsigned column, Word address,
                                            Word size) {
    for_each_missing(other_last, address, size, [&](unsigned number) {
        count_one(counts, events.other_last_column(number, column));
    });
}

// Calls for each reference of a group in order, with its first time, fetch(reference, first line,
// last line, time) or data(reference, index of the address, time). Lines are indexes of run.lines.
template <typename Fetch, typename Data>
void for_each_reference(const GroupRun& run, unsigned data_count, Time now, Fetch fetch,
                        Data data) {
    Reference* const references = run.group->references();
    unsigned argument = 0;
    unsigned fetched = data_count;
    unsigned line = 0;
    for (unsigned n = 0; n < run.reference_count; ++n, now += 2 * sim::tick) {
        const GroupRun::Step step = run.step(n);
        if (step == GroupRun::data) {
            data(references[argument], argument, now);
            ++argument;
            continue;
        }
        const unsigned first = step == GroupRun::fetch_over_end ? line - 1 : line;
        const unsigned last = step == GroupRun::fetch_two ? line + 1 : line;
        fetch(references[fetched++], first, last, now);
        line = last + 1;
    }
}

// For the last runs before a check, and that of the check.
[[gnu::noinline]] void look_at_run(const GroupRun& run, const Word* addresses) {
    if (run.count % runs_per_check == 0)
        check_hot(*run.group->owner, run.count);
    else
        compare_with_neighbours(*run.group, addresses);
}

// Counts a run of a group that is not hot, and returns its first time.
Time begin_run(GroupRun& run, const Word* addresses) {
    ++run.count;
    if (-run.count % runs_per_check < runs_compared) [[unlikely]]
        look_at_run(run, addresses);
    const Time start = *simulation.clock;
    *simulation.clock = start + ticks_of(run);
    return start;
}

// Begins a run of a hot group, which generated code has counted.
Time begin_slow_run(const GroupRun& run) {
    ++simulation.slow_runs;
    return *simulation.clock - ticks_of(run);
}

// The functions that generated code calls, by number of addresses. Each calls
// Body::call<number>() with the run and an array of the addresses. VG_REGPARM makes x86 pass up to
// three arguments in registers; amd64 does anyway.
template <typename Body>
struct EntryPoints {
    template <typename... Words>
    static VG_REGPARM(3) void with(GroupRun* run, Words... addresses) {
        if constexpr (sizeof...(addresses) == 0) {
            Body::template call<0>(*run, nullptr);
        } else {
            const Word list[] = {addresses...};
            Body::template call<sizeof...(addresses)>(*run, list);
        }
    }

    // Returns the function that takes this number of addresses. `Words` are too few, or enough.
    template <typename... Words>
    static void* taking(unsigned arguments) {
        if constexpr (sizeof...(Words) < max_arguments) {
            if (sizeof...(Words) < arguments)
                return taking<Words..., Word>(arguments);
        }
        return entry_of(with<Words...>);
    }
};

constinit Pool<sim::CodeLine> code_lines;

UInt hash_of(Word block) {
    return static_cast<UInt>(block ^ block >> 15);
}

UInt hash_of_line(const sim::CodeLine& line) {
    return hash_of(line.block);
}

constinit HashTable<sim::CodeLine, &sim::CodeLine::next, hash_of_line> line_table;

// So that generated code reaches stamps and counts by 32-bit displacements.
alignas(64) constinit char near_memory[1u << 12] = {};
constinit size_t near_used = 0;

// Returns memory of zeros, there if possible.
void* near_pages(size_t bytes) {
    const size_t rounded = (bytes + 63) & ~size_t{63};
    if (rounded > sizeof(near_memory) - near_used)
        return need_pages(bytes);
    void* const memory = near_memory + near_used;
    near_used += rounded;
    return memory;
}

// With callgrind's arcs, a line that leaves is charged if costs are collected then.
void set_charging() {
    with_use([](auto& caches) {
        caches.observer.last.set_charging((current_slot & slot_of_uncollected) == 0);
    });
}

// With callgrind's arcs, what owners have instead of a node: it tells the superblock that has
// loaded a line from others. Its memory is mapped when it is needed first.
ULong* mark_of(const Superblock* block) {
    struct Mark {
        ULong columns[sim::use_columns];
    };
    constexpr UInt mark_count = 1u << 10;
    static constinit Mark* marks = nullptr;
    const UInt number = begin_references(block) % mark_count;
    if (marks == nullptr)
        marks = static_cast<Mark*>(allocate(mark_count * sizeof(Mark)));
    return marks[number].columns;
}

// Returns the owner with callgrind's arcs.
sim::Owner owner_in_slot(const GroupRun& run, ULong* counts) {
    set_charging();
    ULong* const mark = mark_of(run.group->owner);
    if (stub_misses != nullptr)
        return {stub_misses + events.first_use, mark};
    return {counts + current_slot / sizeof(ULong) * events.count + events.first_use, mark};
}

// Returns the owner of the lines that a reference loads. (Arcs and data objects exclude each
// other.)
template <typename Observer>
typename Observer::Owner owner_with(const GroupRun& run, const Reference& r) {
    typename Observer::Owner owner;
    if constexpr (Observer::counts_use) {
        if constexpr (!Observer::has_cells) {
            if (has_slots) [[unlikely]]
                return owner_in_slot(run, r.code.counts);
            owner.line = r.code.counts + events.first_use;
        }
        owner.node = node_of(current_node)->counts + events.first_use;
    }
    if constexpr (Observer::has_cells)
        owner.code = &r.code;
    return owner;
}

// Adds the uses of the n-th line of a group, which is resident.
template <typename Observer>
void add_code_use(const GroupRun& run, unsigned n) {
    if constexpr (Observer::counts_use) {
        auto& used = caches<Observer>();
        const CodeUse& use = run.group->uses()[n];
        used.observer.code.add(used.code.way_of(*run.lines[n]), use.offset, use.length,
                               use.fetches);
    }
}

// Fetches from the lines of a group with these indexes.
template <typename Observer>
sim::Misses fetch(const GroupRun& run, const Reference& r, unsigned first, unsigned last,
                  Time now) {
    auto& used = caches<Observer>();
    if constexpr (std::is_same_v<Observer, sim::NoUse>) {
        // Does not read the reference, which is not in the host's caches if code runs seldom.
        if (used.has_equal_lines()) [[likely]]
            return used.fetch_lines(*run.lines[first], *run.lines[last], now);
    }
    return used.fetch(*run.lines[first], *run.lines[last], r.address, r.size, now,
                      owner_with<Observer>(run, r));
}

// A read or write that missed in the last level likely misses in the host's caches, too, and so do
// the next ones if it goes through memory in equal steps. The host's own prefetcher does not follow
// steps across pages, and is late for writes, since what the simulation writes waits for the
// program's write before it. So asks for the line four steps ahead. Not inline, because most misses
// are in level 1 only.
[[gnu::noinline]] void prefetch_next(Reference& r, Word address) {
    constexpr Word longest_step = Word{1} << 18;
    const Word step = address - r.address;
    r.address = address;
    if (step + longest_step < 2 * longest_step) // else places are rather random
        __builtin_prefetch(reinterpret_cast<const char*>(address + 4 * step), 1);
}

// Returns the causes of a read or write that missed, and counts them by object.
template <typename Observer>
sim::Causes causes_of_data(ReferenceKind kind) {
    auto& observer = caches<Observer>().observer;
    if constexpr (Observer::has_cells) {
        const sim::LeftFor left_for = observer.causes.left_for();
        const sim::Causes causes = observer.causes.take(observer.cell);
        data::count_causes(*observer.cell, kind == ReferenceKind::write, causes, left_for);
        return causes;
    } else {
        return observer.causes.take();
    }
}

// Counts the misses of a read or write wherever this run counts them.
template <typename Observer>
[[gnu::noinline]] void count_data_misses_everywhere(const GroupRun& run, Reference& r,
                                                    sim::Misses misses, Word address, Word size) {
    const unsigned column = miss_column(r.kind);
    count_misses(run, r.misses(), column, misses);
    if constexpr (Observer::finds_causes)
        count_causes(r.code.counts, column, causes_of_data<Observer>(r.kind));
    if (events.other_last != 0)
        reference_other_last(r.code.counts, column + 1, address, size);
    if (misses.last_level)
        prefetch_next(r, address);
    if constexpr (Observer::has_cells) {
        const bool writes = r.kind == ReferenceKind::write;
        data::Count* const counts = caches<Observer>().observer.cell->counts +
                                    (writes ? data::write_miss_1 : data::read_miss_1);
        counts[0] += misses.level1;
        counts[1] += misses.last_level;
    }
}

// Counts the misses of a read or write.
template <typename Observer>
[[gnu::always_inline]] inline void count_data_misses(const GroupRun& run, Reference& r,
                                                     sim::Misses misses, Word address, Word size) {
    if (!simulation.counts_at_lines_only)
        return count_data_misses_everywhere<Observer>(run, r, misses, address, size);
    ULong* const counts = r.misses();
    counts[0] += misses.level1;
    counts[1] += misses.last_level;
    if (misses.last_level)
        prefetch_next(r, address);
}

// Simulates all references of a group, in order. The uses of the first `added` code lines are
// already added; this adds the others.
template <typename Observer, typename Shape>
[[gnu::noinline]] void simulate_references(const GroupRun& run, unsigned data_count,
                                           const Word* addresses, Time start, unsigned added) {
    for_each_reference(
        run, data_count, start,
        [&](const Reference& r, unsigned first, unsigned last, Time now) {
            const auto misses = fetch<Observer>(run, r, first, last, now);
            if (misses.level1) {
                ULong* const counts = run.fetch_misses[last];
                count_misses(run, counts, EventSet::ir_miss_1, misses);
                if constexpr (Observer::finds_causes)
                    count_causes(counts - EventSet::ir_miss_1, EventSet::ir_miss_1,
                                 caches<Observer>().observer.causes.take());
                if (events.other_last != 0)
                    reference_other_last(counts - EventSet::ir_miss_1, EventSet::ir_miss_last,
                                         r.address, r.size);
            }
            for (; added <= last; ++added)
                add_code_use<Observer>(run, added);
        },
        [&](Reference& r, unsigned argument, Time now) {
            const Word address = addresses[argument];
            const Word size = run.data_sizes[argument];
            const auto misses = caches<Observer>().template reference<Shape>(
                address, size, now, owner_with<Observer>(run, r));
            if (misses.level1)
                count_data_misses<Observer>(run, r, misses, address, size);
            if (events.other_data != 0)
                reference_other_data(run, r, address, size);
        });
}

// Simulates the reads and writes of a group whose code was fetched. Fetches that hit do not access
// the last level, so leaving them out changes no order there.
template <typename Observer, typename Shape>
[[gnu::always_inline]] inline void simulate_data(const GroupRun& run, const Word* addresses,
                                                 unsigned count, Time now) {
    auto& used = caches<Observer>();
#pragma GCC unroll 1
    for (unsigned i = 0; i < count; ++i, now += 2 * sim::tick) {
        const Word address = addresses[i];
        const Word size = run.data_sizes[i];
        if (used.template hit<Shape>(address, size, now)) [[likely]]
            continue;
        Reference& r = run.group->references()[i];
        const auto owner = owner_with<Observer>(run, r);
        const auto misses = Shape::is_common && used.template is_load<Shape>(address, size)
                                ? used.template load<Shape>(address, size, now, owner)
                                : used.template reference_by_set<Shape>(address, size, now, owner);
        if (misses.level1)
            count_data_misses<Observer>(run, r, misses, address, size);
    }
}

// Each run of a group that is not hot. Too few of them run to be worth functions for each shape.
template <typename Observer>
struct Simulate {
    template <unsigned data>
    static void call(GroupRun& run, const Word* addresses) {
        const Time start = begin_run(run, addresses);
        for (unsigned i = 0; i < run.line_count; ++i) {
            sim::CodeLine& line = *run.lines[i];
            if (line.absent != 0) [[unlikely]] {
                // The lines before are stamped again, in the same order.
                simulate_references<Observer, sim::AnyShape>(run, data, addresses, start, i);
                return;
            }
            *line.stamp = start + i * sim::tick;
            add_code_use<Observer>(run, i);
        }
        simulate_data<Observer, sim::AnyShape>(run, addresses, data, start);
    }
};

// Each run of any group, with other caches of level 1: these need each reference.
struct SimulateEach {
    template <unsigned data>
    static void call(GroupRun& run, const Word* addresses) {
        const Time start = begin_run(run, addresses);
        with_caches([&]<typename Observer>(const sim::Hierarchy<Observer>&) {
            simulate_references<Observer, sim::AnyShape>(run, data, addresses, start, 0);
        });
    }
};

// Returns whether a run of a hot group fetches an absent line. Generated code has stamped the lines
// of code; with causes, it has not, and this does if there is none.
template <typename Observer>
bool misses_code(const GroupRun& run, Time start) {
    if constexpr (Observer::finds_causes) {
        for (unsigned i = 0; i < run.line_count; ++i) {
            if (run.lines[i]->absent != 0)
                return true;
        }
        for (unsigned i = 0; i < run.line_count; ++i)
            *run.lines[i]->stamp = start + i * sim::tick;
        return false;
    } else {
        return caches<Observer>().code.missed_at(start);
    }
}

// A run of a hot group in which a line of code is absent. Generated code has added the uses of
// those that were resident; they are in different sets, so the others do not replace them.
template <typename Observer, typename Shape>
[[gnu::noinline]] void simulate_absent_code(const GroupRun& run, unsigned data_count,
                                            const Word* addresses, Time start) {
    UInt absent = 0; // a bit for each line
    for (unsigned i = 0; i < run.line_count; ++i)
        absent |= static_cast<UInt>(run.lines[i]->absent & 1) << i;
    simulate_references<Observer, Shape>(run, data_count, addresses, start, run.line_count);
    for (unsigned i = 0; i < run.line_count; ++i) {
        if ((absent >> i & 1) != 0)
            add_code_use<Observer>(run, i);
    }
}

// A run of a hot group of which generated code has not seen that all references hit.
template <typename Observer, typename Shape>
struct SlowPath {
    template <unsigned arguments>
    static void call(GroupRun& group_run, const Word* given) {
        const auto& run = static_cast<const HotRun&>(group_run);
        const Time start = begin_slow_run(run);
        if constexpr (arguments == 1) {
            // The most frequent case, which needs few registers as long as it calls nothing.
            auto& used = caches<Observer>();
            const Word address = given[0];
            const Word size = run.data_sizes[0];
            if (run.data_count == 1 && used.template is_load<Shape>(address, size) &&
                !misses_code<Observer>(run, start)) [[likely]] {
                Reference& r = run.group->references()[0];
                const auto misses =
                    used.template load<Shape>(address, size, start, owner_with<Observer>(run, r));
                return count_data_misses<Observer>(run, r, misses, address, size);
            }
            return simulate_from(run, address, start);
        }
        simulate<arguments>(run, given, start);
    }

    // By value, so that the frequent case needs no array.
    [[gnu::noinline]] static void simulate_from(const HotRun& run, Word address, Time start) {
        simulate<1>(run, &address, start);
    }

    template <unsigned arguments>
    [[gnu::noinline]] static void simulate(const HotRun& run, const Word* given, Time start) {
        if (run.data_count != arguments)
            return simulate_computed(run, given, start);
        simulate_at(run, given, arguments, start);
    }

    [[gnu::noinline]] static void simulate_computed(const HotRun& run, const Word* given,
                                                    Time start) {
        Word addresses[max_arguments];
        for (unsigned i = 0; i < run.data_count; ++i)
            addresses[i] = given[run.arguments[i]] + static_cast<Word>(run.above[i]);
        simulate_at(run, addresses, run.data_count, start);
    }

    [[gnu::always_inline]] static void simulate_at(const HotRun& run, const Word* addresses,
                                                   unsigned count, Time start) {
        if (misses_code<Observer>(run, start)) [[unlikely]]
            return simulate_absent_code<Observer, Shape>(run, count, addresses, start);
        simulate_data<Observer, Shape>(run, addresses, count, start);
    }
};

// `taken` is 0 or 1.
VG_REGPARM(2)
void predict_branch(ColdBranch* branch, Word taken) {
    const UChar entered = simulation.branches.train(branch->first_counter, taken != 0);
    const ULong runs = ++branch->outcomes.counts[entered / sizeof(ULong)];
    if (runs % runs_per_check == 0) [[unlikely]]
        check_hot(*branch->owner, runs);
}

template <typename Use, typename Cache>
void start_level_1(Use& use, const Cache& cache, const sim::Geometry& g) {
    const sim::StampRows& rows = cache.rows();
    void* counts = nullptr;
    void* loads = nullptr;
    if (!Use::is_own_memory_used(rows, g.line_size)) {
        counts = near_pages(Use::counts_bytes(rows, g.line_size));
        loads = need_pages(Use::loads_bytes(rows));
    }
    use.init(rows, cache.stamps(), g.line_size, counts, loads);
}

// Creates the records of cache use.
template <typename Observer>
void start_use(Observer& use, const sim::Geometry& code, const sim::Geometry& data,
               const sim::Geometry& last_level) {
    const auto lines_of = [](const sim::Geometry& g) { return g.sets() * g.associativity; };
    const UInt level_1_lines = lines_of(code) + lines_of(data);
    start_level_1(use.code, level_one().code, code);
    start_level_1(use.data, level_one().data, data);
    use.last.init(last_level, level_1_lines,
                  need_pages(decltype(use.last)::storage_bytes(last_level, level_1_lines)));
    if (options.cache_use_as_callgrind)
        use.last.follow_callgrind(last_level.line_size / 32);
}

// Makes the causes as they are when the caches are empty.
template <typename Observer>
void reset_causes(sim::Hierarchy<Observer>& caches, const sim::Geometry& last_level) {
    auto& causes = caches.observer.causes;
    if (!causes.code.reset(caches.code.rows(), caches.code.stamps()) ||
        !causes.data.reset(caches.data.rows(), caches.data.stamps()) ||
        !causes.last.reset(last_level))
        exit_without_memory();
}

// The memory of the caches.
struct CacheMemory {
    Time *code_stamps, *data_stamps;
    void *code, *data, *last;
};
constinit CacheMemory memory = {};

template <typename Observer>
void start_last_level(sim::Hierarchy<Observer>& caches, const sim::Geometry& g) {
    memory.last = need_pages(decltype(caches.last)::storage_bytes(g));
    caches.last.init(g, memory.last);
}

// Maps the memory of level 1, except for the stamps.
void start_level_one(const sim::Geometry& code, const sim::Geometry& data) {
    memory.code = need_pages(sim::CodeCache::storage_bytes(code));
    memory.data = need_pages(sim::DataCache::storage_bytes(data));
    level_one().code.init(code, memory.code_stamps, memory.code);
    level_one().data.init(data, memory.data_stamps, memory.data);
    // Later than the stamps of the lines that the caches begin with.
    *simulation.clock = 2 * sim::tick;
}

} // namespace

void* simulate_function(unsigned arguments) {
    if (events.other_data != 0)
        return EntryPoints<SimulateEach>::taking(arguments);
    return with_caches([=]<typename Observer>(const sim::Hierarchy<Observer>&) {
        return EntryPoints<Simulate<Observer>>::taking(arguments);
    });
}

void* slow_path_function(unsigned arguments) {
    return with_caches([=]<typename Observer>(const sim::Hierarchy<Observer>& used) {
        return used.with_shape([=]<typename Shape>(Shape) {
            return EntryPoints<SlowPath<Observer, Shape>>::taking(arguments);
        });
    });
}

void* branch_function() {
    return entry_of(predict_branch);
}

void start_caches(const sim::Geometry& code, const sim::Geometry& data,
                  const sim::Geometry& last_level) {
    simulation.clock = allocate<Time>();
    memory.code_stamps = static_cast<Time*>(near_pages(sim::CodeCache::rows_for(code).bytes()));
    memory.data_stamps = static_cast<Time*>(near_pages(sim::DataCache::stamps_bytes(data)));
    with_caches([&]<typename Observer>(sim::Hierarchy<Observer>& used) {
        if constexpr (!std::is_same_v<Observer, sim::NoUse>)
            new (&used) sim::Hierarchy<Observer>();
        start_level_one(code, data);
        start_last_level(used, last_level);
        if constexpr (Observer::finds_causes)
            reset_causes(used, last_level);
        if constexpr (Observer::counts_use)
            start_use(used.observer, code, data, last_level);
    });
    if (events.use && !options.calls) {
        // A node that is never read, so that owners need not ask whether there is one.
        current_node =
            reinterpret_cast<UWord>(near_pages(sizeof(Node) + events.count * sizeof(ULong)));
    }
    UInt smallest = code.line_size;
    if (data.line_size < smallest)
        smallest = data.line_size;
    if (last_level.line_size < smallest)
        smallest = last_level.line_size;
    simulation.smallest_line = smallest;
    simulation.counts_at_lines_only = !has_slots && !options.calls && !options.data_objects &&
                                      !events.causes && events.other_last == 0;
}

namespace {

// Makes caches with this observer as they were at the start.
template <typename Observer>
void empty(sim::Hierarchy<Observer>& used) {
    using Last = typename sim::Hierarchy<Observer>::Last;
    const sim::Geometry& code = options.code;
    const sim::Geometry& data = options.data;
    unmap_pages(memory.code, sim::CodeCache::storage_bytes(code));
    unmap_pages(memory.data, sim::DataCache::storage_bytes(data));
    unmap_pages(memory.last, Last::storage_bytes(options.last_level));
    VG_(memset)(memory.code_stamps, 0, sim::CodeCache::rows_for(code).bytes());
    VG_(memset)(memory.data_stamps, 0, sim::DataCache::stamps_bytes(data));
    new (&used.code) sim::CodeCache();
    new (&used.data) sim::DataCache();
    new (&used.last) Last();
    start_level_one(code, data);
    start_last_level(used, options.last_level);
    if constexpr (Observer::finds_causes)
        reset_causes(used, options.last_level);
}

} // namespace

void empty_caches() {
    if (events.use) {
        forget_owners();
        settle_use();
    }
    with_caches([](auto& used) { empty(used); });
    empty_other_caches();
    line_table.for_each([](sim::CodeLine& line) {
        sim::CodeLine* const next = line.next;
        line = level_one().code.make_line(line.block);
        line.next = next;
    });
}

sim::CodeLine* code_line_at(Addr address) {
    const Word block = level_one().code.block_of(address);
    if (block == 0)
        return &level_one().code.origin();
    for (sim::CodeLine* line = line_table.first(hash_of(block)); line != nullptr;
         line = line->next) {
        if (line->block == block)
            return line;
    }
    sim::CodeLine* const line = code_lines.allocate_one();
    *line = level_one().code.make_line(block);
    line_table.add(line);
    return line;
}

void settle_use() {
    if (has_slots)
        set_charging();
    with_use([](auto& caches) { caches.observer.settle_all(); });
}

namespace {

constinit ULong nobody[sim::use_columns] = {};

// Charges nobody for lines whose owner `is_forgotten`.
template <typename F>
void forget_owners_if(F is_forgotten) {
    with_use([&]<typename Observer>(sim::Hierarchy<Observer>& caches) {
        caches.observer.for_each_owner([&](auto& owner) {
            if (owner.is_known() && is_forgotten(owner))
                owner = Observer::Owner::nobody(nobody);
        });
    });
}

} // namespace

void forget_owners() {
    forget_owners_if([](const auto&) { return true; });
}

void forget_last_owners() {
    if (last_block == nullptr)
        return;
    const ULong* const mark = mark_of(last_block);
    forget_owners_if([mark](const auto& owner) { return owner.node == mark; });
}

void replace_owners(Node* (*replacement)(Node* node)) {
    const size_t column = offsetof(Node, counts) + events.first_use * sizeof(ULong);
    with_use([&](auto& caches) {
        caches.observer.for_each_owner([&](auto& owner) {
            if (owner.node == nullptr)
                return;
            auto* const node =
                reinterpret_cast<Node*>(reinterpret_cast<char*>(owner.node) - column);
            owner.node = replacement(node)->counts + events.first_use;
        });
    });
}

namespace {

Time later_of(Time a, Time b) {
    return a > b ? a : b;
}

} // namespace

void keep_clock_in_range() {
    if (!events.cache || *simulation.clock < sim::last_time)
        return;
    *simulation.clock = with_caches([]<typename Observer>(sim::Hierarchy<Observer>& used) {
        if constexpr (Observer::finds_causes) {
            auto& causes = used.observer.causes;
            return later_of(causes.code.restamp(), causes.data.restamp());
        } else {
            return later_of(used.code.restamp(), used.data.restamp());
        }
    });
}

UInt blocks_in_range() {
    constexpr Time latest = sim::end_of_time - 1;
    if (simulation.most_ticks == 0) // nothing is simulated, or not yet
        return latest;
    return (latest - *simulation.clock) / simulation.most_ticks;
}

} // namespace cg::vg
