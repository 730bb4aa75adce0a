// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/dumps.hpp"

#include "vg/arcs/block_counts.hpp"
#include "vg/arcs/jump.hpp"
#include "vg/arcs/stack.hpp"
#include "vg/arcs/system_cost.hpp"
#include "vg/arcs/thread_stack.hpp"
#include "vg/calls/call_lines.hpp"
#include "vg/calls/thread.hpp"
#include "vg/core/incomplete.hpp"
#include "vg/core/kernel.hpp"
#include "vg/core/options.hpp"
#include "vg/count/counts.hpp"
#include "vg/count/superblock.hpp"
#include "vg/count/thread_costs.hpp"
#include "vg/data/data_objects.hpp"
#include "vg/output/callgrind_profile.hpp"
#include "vg/output/out_file.hpp"
#include "vg/output/out_name.hpp"
#include "vg/simulate/simulation.hpp"
#include "vg/where/jit_code.hpp"

namespace cg::vg {
namespace {

constinit UInt parts = 0;
constinit ULong blocks_before = 0; // those of the earlier parts
constinit Totals collected = {};   // the totals of the earlier parts

constexpr const HChar* at_programs_end = "Program termination";

void update_costs() {
    if (options.separate_threads)
        settle_thread();
    else
        update_cost_centres();
}

void bring_up_to_date() {
    update_costs();
    charge_active();
}

void settle_names(bool at_end) {
    settle_jit_names(at_end);
    settle_cost_centres();
    settle_functions();
}

void add_to_collected(const Totals& totals) {
    add_counts(collected.counts, totals.counts);
}

// The thread that asks, if its profile is a file of its own.
ThreadId asking_thread() {
    return options.separate_threads ? VG_(get_running_tid)() : all_threads;
}

// Returns the name of a file: FILE, FILE.1, FILE-01, FILE.1-01. To be freed.
HChar* path_of(UInt number, ThreadId thread, bool is_last) {
    const HChar* const base = out_name();
    constexpr SizeT suffix_size = 32;
    auto* const path =
        static_cast<HChar*>(VG_(malloc)("callgrind.part", VG_(strlen)(base) + suffix_size));
    VG_(strcpy)(path, base);
    if (options.combine_dumps)
        return path;
    if (!is_last)
        VG_(sprintf)(path + VG_(strlen)(path), ".%u", number);
    if (thread != all_threads)
        VG_(sprintf)(path + VG_(strlen)(path), "-%02u", thread);
    return path;
}

void create_empty(const HChar* path) {
    if (!kernel::may_have_file(path))
        return;
    const Int fd =
        VG_(fd_open)(path, VKI_O_CREAT | VKI_O_TRUNC | VKI_O_WRONLY, VKI_S_IRUSR | VKI_S_IWUSR);
    if (fd >= 0)
        VG_(close)(fd);
}

bool write(const Part& part, bool is_last) {
    const Totals totals = collected_totals(part.thread);
    add_to_collected(totals);
    HChar* const path = path_of(part.name.number, part.thread, is_last);
    OutFile out(path, options.combine_dumps ? OutFile::Mode::append : OutFile::Mode::replace);
    const bool had_memory = out.has_failed() || write_part(out, part, totals);
    if (!had_memory) {
        is_incomplete = true;
        VG_(umsg)("error: out of memory; a part of the profile is missing.\n");
    }
    const bool is_written = out.finish();
    VG_(free)(path);
    return is_written && had_memory;
}

// Calls f(thread) for the thread, or for all that there were, if each has a profile; else once, for
// all together.
template <typename F>
void for_each_profile(ThreadId thread, const F& f) {
    if (!options.separate_threads)
        return f(all_threads);
    for (ThreadId t = 1; t != VG_N_THREADS; ++t) {
        if (thread == all_threads ? PairStacks::threads[t].was_there : thread == t)
            f(t);
    }
}

// Writes the part of the thread, or those of all threads, which have the same number.
bool write_parts(const HChar* trigger, const HChar* name, ThreadId thread, bool is_last) {
    if (events.use && is_last)
        settle_use();
    bring_up_to_date();
    settle_names(is_last);
    const ULong blocks = superblock_stats().runs + uncounted_blocks;
    Part part = {.name = {.number = ++parts, .trigger = trigger, .trigger_name = name},
                 .thread = all_threads,
                 .first_block = blocks_before,
                 .last_block = blocks,
                 .summary = {},
                 .is_continued = options.combine_dumps && parts != 1};
    blocks_before = blocks;
    bool are_written = true;
    for_each_profile(thread, [&](ThreadId t) {
        part.thread = t;
        part.summary = {};
        add_totals_since(t, part.summary.counts);
        are_written = write(part, is_last) && are_written;
    });
    return are_written;
}

// Writes a part without arcs: with a tree of calls, or without calls.
bool write_whole(const PartName& part, const HChar* path) {
    if (events.use && part.trigger == nullptr)
        settle_use();
    const Totals totals = compute_totals();
    add_to_collected(totals);
    return write_profile(totals, part, path);
}

void dump_whole(const HChar* trigger, const HChar* name) {
    HChar* const path = path_of(++parts, all_threads, false);
    write_whole({.number = parts, .trigger = trigger, .trigger_name = name}, path);
    VG_(free)(path);
}

void zero_tree() {
    flush_threads();
    zero_call_lines();
    for_each_node([](Node& node) {
        node.calls = 0;
        zero_counts(node.counts);
    });
}

void zero_whole() {
    update_cost_centres();
    zero_cost_centres();
    zero_ranges();
    if (options.data_objects)
        data_objects.zero();
    if (options.calls)
        zero_tree();
}

// Zeroes the costs that are up to date.
void zero_updated(ThreadId thread, void (*zero_calls)(ThreadId)) {
    for_each_profile(thread, [=](ThreadId t) {
        if (t == all_threads)
            zero_cost_centres();
        zero_thread_costs(t);
        zero_calls(t);
        zero_jumps(t);
        zero_system_costs(t);
    });
}

void zero(ThreadId thread, void (*zero_calls)(ThreadId) = zero_arcs) {
    if (!options.arcs)
        return zero_whole();
    bring_up_to_date();
    zero_updated(thread, zero_calls);
    Totals ignored = {};
    add_totals_since(thread, ignored.counts);
}

// As in callgrind, what the calls that other threads are in have cost stays, and so do the numbers
// of calls that have ended and have cost nothing.
void zero_as_callgrind() {
    update_costs();
    zero_active();
    zero_updated(asking_thread(), zero_written_arcs);
}

// After zeroing, the lines in the caches have no owner; after a part they keep theirs.
void zero_with_loads(ThreadId thread, bool is_asked_by_program) {
    uncount_last_blocks(thread);
    if (options.arcs && is_asked_by_program)
        zero_as_callgrind();
    else
        zero(thread);
    count_last_blocks(thread);
    if (options.arcs && events.use)
        forget_owners();
}

void dump(const HChar* trigger, const HChar* name, ThreadId thread) {
    uncount_last_blocks(thread);
    if (options.arcs)
        write_parts(trigger, name, thread, false);
    else
        dump_whole(trigger, name);
    zero(thread, zero_written_arcs);
    count_last_blocks(thread);
    ++uncounted_blocks; // as callgrind counts after each part
}

} // namespace

void start_dumps() {
    dumper = {dump, zero_costs};
    if (options.callgrind)
        create_empty(out_name());
}

void dump(const HChar* trigger, const HChar* name) {
    dump(trigger, name, asking_thread());
}

void zero_costs() {
    zero_with_loads(asking_thread(), true);
}

void dump_if_due(ULong blocks) {
    static constinit ULong latest = 0;
    if (options.dump_every_blocks <= 0 ||
        blocks - latest < static_cast<ULong>(options.dump_every_blocks))
        return;
    latest = blocks;
    HChar number[32];
    VG_(sprintf)(number, "%lld", options.dump_every_blocks);
    dump("--dump-every-bb=", number);
}

void dump_all(const HChar* trigger, const HChar* name) {
    dump(trigger, name, all_threads);
}

void zero_all_costs() {
    zero_with_loads(all_threads, false);
}

bool write_last_part(const HChar* path) {
    if (!options.arcs) {
        const bool is_only = parts == 0;
        const PartName part = {
            .number = ++parts, .trigger = is_only ? nullptr : at_programs_end, .trigger_name = ""};
        return write_whole(part, path == nullptr ? out_name() : path);
    }
    if (options.callgrind && options.separate_threads && !options.combine_dumps)
        create_empty(out_name()); // as callgrind does, in children too
    return write_parts(at_programs_end, "", all_threads, true);
}

Totals totals_of_parts() {
    return collected;
}

void begin_parts_anew() {
    parts = 0;
    if (!options.count_from_fork)
        return;
    if (events.use) // the lines that are there were loaded by the parent
        settle_use();
    zero(all_threads);
    collected = {};
}

UInt parts_written() {
    return parts;
}

} // namespace cg::vg
