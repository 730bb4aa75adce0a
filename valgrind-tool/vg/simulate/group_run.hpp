// SPDX-License-Identifier: GPL-2.0-or-later
// The parts of a simulated run of a group that need no caches.
#pragma once

#include "vg/arcs/stack.hpp"
#include "vg/calls/frames.hpp"
#include "vg/count/superblock.hpp"
#include "vg/simulate/hot_code.hpp"
#include "vg/simulate/simulation.hpp"

namespace cg::vg {

// Adds the misses to `counts`, in the current slot, and to the totals of the thread.
[[gnu::noinline]] inline void count_misses_in_slot(ULong* counts, unsigned column,
                                                   sim::Misses misses) {
    counts += current_slot / sizeof(ULong) * events.count;
    if (stub_misses != nullptr) {
        count_stub_miss(column, misses.level1);
        count_stub_miss(column + 1, misses.last_level);
        return;
    }
    counts[0] += misses.level1;
    counts[1] += misses.last_level;
    if ((current_slot & slot_of_uncollected) != 0)
        return;
    missed_counts[column] += misses.level1;
    missed_counts[column + 1] += misses.last_level;
}

// Adds the misses to `counts` and to the counts of the current node, from `column` on.
inline void count_misses(ULong* counts, unsigned column, sim::Misses misses) {
    if (has_slots) [[unlikely]]
        return count_misses_in_slot(counts, column, misses);
    ULong* const node = node_of(current_node)->counts + column;
    counts[0] += misses.level1;
    counts[1] += misses.last_level;
    node[0] += misses.level1;
    node[1] += misses.last_level;
}

// A read or write that missed in the last level likely misses in the host's caches, too, and so do
// the next ones if it goes through memory in equal steps. The host's own prefetcher does not follow
// steps across pages; and it is late for writes, since what the simulation writes waits for the
// program's write before it. So asks for the line four steps ahead. Not inline, because most misses
// are in level 1 only.
[[gnu::noinline]] inline void prefetch_next(Reference& r, sim::Word address) {
    constexpr sim::Word longest_step = sim::Word{1} << 18;
    const sim::Word step = address - r.address;
    r.address = address;
    if (step + longest_step < 2 * longest_step) // else places are rather random
        __builtin_prefetch(reinterpret_cast<const char*>(address + 4 * step), 1);
}

[[gnu::always_inline]] inline void count_data_misses(Reference& r, sim::Misses misses,
                                                     sim::Word address) {
    count_misses(r.misses, miss_column(r.kind), misses);
    if (misses.last_level)
        prefetch_next(r, address);
}

// Calls for each reference of a group in order, with its first time, fetch(reference, first line,
// last line, time) or data(reference, index of the address, time). Lines are indexes of run.lines.
template <typename Fetch, typename Data>
inline void for_each_reference(const GroupRun& run, unsigned data_count, sim::Time now, Fetch fetch,
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

// Counts for each reference the runs in which it is not in one cache line with the
// reference of `near_argument`. Used when the group becomes hot.
[[gnu::noinline]] inline void compare_lines(Group& group, const sim::Word* addresses) {
    const sim::Word line_mask = ~((sim::Word{1} << level_one().data.line_shift()) - 1);
    for (unsigned i = 0; i < group.shape.references; ++i) {
        Reference& r = group.references()[i];
        if (r.near_argument == r.argument || !is_data(r.kind))
            continue;
        const sim::Word first = addresses[r.argument];
        const sim::Word near = addresses[r.near_argument];
        const sim::Word last = first + r.size - 1;
        if ((((first ^ near) | (last ^ near)) & line_mask) != 0)
            ++r.runs_apart;
    }
}

// Counts a run of a group that is not hot, and returns its first time.
inline sim::Time begin_run(GroupRun& run, const sim::Word* addresses) {
    const ULong count = ++run.count;
    if (count % runs_per_check == 0) [[unlikely]]
        check_hot(*run.group->owner, run.count);
    const sim::Time start = simulation.clock;
    simulation.clock = start + ticks_of(run);
    if (run.compare && is_compared(count)) [[unlikely]]
        compare_lines(*run.group, addresses);
    return start;
}

// The same for a run of a hot group, which generated code has counted.
inline sim::Time begin_slow_run(const GroupRun& run) {
    ++simulation.slow_runs;
    return simulation.clock - ticks_of(run);
}

} // namespace cg::vg
