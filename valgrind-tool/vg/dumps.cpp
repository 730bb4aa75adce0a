// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/dumps.hpp"

#include "vg/arcs/actions.hpp"
#include "vg/arcs/jump.hpp"
#include "vg/arcs/last_block.hpp"
#include "vg/arcs/separate_threads.hpp"
#include "vg/arcs/system_cost.hpp"
#include "vg/core/options.hpp"
#include "vg/count/superblock.hpp"
#include "vg/count/thread_costs.hpp"
#include "vg/output/callgrind_profile.hpp"
#include "vg/output/out_file.hpp"
#include "vg/output/out_name.hpp"
#include "vg/where/jit_code.hpp"

namespace cg::vg {
namespace {

constinit UInt parts = 0;
constinit ULong blocks_before = 0; // those of the earlier parts
constinit Totals collected = {};   // the totals of the earlier parts

constexpr ThreadId all_threads = 0;

void bring_up_to_date() {
    if (options.separate_threads)
        settle_thread();
    else
        update_cost_centres();
    charge_active();
}

void settle_names(bool at_end) {
    settle_jit_names(at_end);
    settle_cost_centres();
    settle_functions();
}

// The thread that asks, if its profile is a file of its own.
ThreadId asking_thread() {
    return options.separate_threads ? VG_(get_running_tid)() : all_threads;
}

// Returns the name of a file: FILE, FILE.1, FILE-01, FILE.1-01. To be freed.
HChar* path_of(const Part& part, bool is_last) {
    const HChar* const base = out_name();
    constexpr SizeT suffix_size = 32;
    auto* const path =
        static_cast<HChar*>(VG_(malloc)("callgrind.part", VG_(strlen)(base) + suffix_size));
    VG_(strcpy)(path, base);
    if (options.combine_dumps)
        return path;
    if (!is_last)
        VG_(sprintf)(path + VG_(strlen)(path), ".%u", part.number);
    if (part.thread != all_threads)
        VG_(sprintf)(path + VG_(strlen)(path), "-%02u", part.thread);
    return path;
}

void create_empty(const HChar* path) {
    struct vg_stat status = {};
    if (!sr_isError(VG_(stat)(path, &status)) && !VKI_S_ISREG(status.mode))
        return;
    const Int fd =
        VG_(fd_open)(path, VKI_O_CREAT | VKI_O_TRUNC | VKI_O_WRONLY, VKI_S_IRUSR | VKI_S_IWUSR);
    if (fd >= 0)
        VG_(close)(fd);
}

void write(const Part& part, bool is_last) {
    const Totals totals = collected_totals(part.thread);
    for (unsigned i = 0; i < events.count; ++i)
        collected.counts[i] += totals.counts[i];
    HChar* const path = path_of(part, is_last);
    OutFile out(path, options.combine_dumps ? OutFile::Mode::append : OutFile::Mode::replace);
    const bool had_memory = out.failure() != nullptr || write_part(out, part, totals);
    if (!had_memory)
        VG_(umsg)("error: out of memory; a part of the profile is missing.\n");
    if (!out.finish()) {
        VG_(umsg)("error: %s output file '%s'\n", out.failure(), path);
        VG_(umsg)("       ... so the profile will be missing.\n");
    }
    VG_(free)(path);
}

// Writes the part of the thread, or those of all threads, which have the same number.
void write_parts(const HChar* trigger, const HChar* name, ThreadId thread, bool is_last) {
    bring_up_to_date();
    settle_names(is_last);
    const ULong blocks = superblock_stats().runs + uncounted_blocks;
    Part part = {.number = ++parts,
                 .thread = all_threads,
                 .trigger = trigger,
                 .trigger_name = name,
                 .first_block = blocks_before,
                 .last_block = blocks,
                 .summary = {},
                 .is_continued = options.combine_dumps && parts != 1};
    blocks_before = blocks;
    const ThreadId first = options.separate_threads ? 1 : all_threads;
    const ThreadId end = options.separate_threads ? VG_N_THREADS : all_threads + 1;
    for (part.thread = first; part.thread != end; ++part.thread) {
        const bool is_wanted =
            thread == all_threads ? was_thread(part.thread) || end == 1 : thread == part.thread;
        if (!is_wanted)
            continue;
        part.summary = {};
        add_totals_since(part.thread, part.summary.counts);
        write(part, is_last);
    }
}

void zero(ThreadId thread) {
    bring_up_to_date();
    for (ThreadId t = 1; options.separate_threads && t != VG_N_THREADS; ++t) {
        if (thread != all_threads ? thread != t : !was_thread(t))
            continue;
        zero_thread_costs(t);
        zero_arcs(t);
        zero_jumps(t);
        zero_system_costs(t);
    }
    if (!options.separate_threads) {
        zero_cost_centres();
        zero_arcs(all_threads);
        zero_jumps(all_threads);
        zero_system_costs(all_threads);
    }
    Totals ignored = {};
    add_totals_since(thread, ignored.counts);
}

void dump(const HChar* trigger, const HChar* name, ThreadId thread) {
    write_parts(trigger, name, thread, false);
    zero(thread);
    ++uncounted_blocks; // as callgrind counts after each part
}

} // namespace

void start_dumps() {
    dumper = {dump, zero_costs};
    create_empty(out_name());
}

void dump(const HChar* trigger, const HChar* name) {
    dump(trigger, name, asking_thread());
}

void zero_costs() {
    zero(asking_thread());
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
    zero(all_threads);
}

Totals write_last_part() {
    if (options.separate_threads && !options.combine_dumps)
        create_empty(out_name()); // as callgrind does, in children too
    write_parts("Program termination", "", all_threads, true);
    return collected;
}

void number_parts_anew() {
    parts = 0;
}

UInt parts_written() {
    return parts;
}

} // namespace cg::vg
