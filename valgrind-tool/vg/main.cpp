// SPDX-License-Identifier: GPL-2.0-or-later
// Cachegrind: a high-precision tracing profiler, as a tool for Valgrind.
//
// It counts the instructions that a program executes, for each source line, and
// on request simulates caches and branch predictors:
//
//     valgrind --tool=cachegrind --cache-sim=yes ./program
//     cg_annotate cachegrind.out.1234
//
// How it counts. The core passes each superblock (code with one entry and several
// exits) to the tool when it translates it. The tool cuts the superblock into groups of
// instructions that are executed together or not at all, and adds code to each group
// that increments one 64-bit counter. For mov, add, cmp and jne, four instructions of
// two source lines, that is:
//
//     ld   r, counter
//     add  r, 1
//     st   r, counter
//
// When the translation is discarded, and at the end, the number of runs times the
// instructions of each source line in the group is added to the cost centre of that
// line. Data references and branches are counted in the same way. Misses are not,
// because they differ from run to run. A group that runs seldom calls the simulation of
// its references. A superblock that has run often is translated again, with code that
// tests whether all references hit, and calls the simulation only if one may miss.
//
// Limits. The tool counts the instructions that VEX, the core's translator, translates.
// An instruction with a REP prefix counts once, as the processor retires it; with
// --count-rep=iterations each iteration does. VEX is told not to chase branches, because it then
// translates instructions that the program skips; with --vex-guest-chase=yes counts are those of
// Valgrind's own tool. The kernel, prefetching and virtual memory are not simulated. Threads run
// one at a time.
//
// The modules, from the lowest; docs/ARCHITECTURE.md says which each may include:
//
//   core       Valgrind's interface and its releases, memory, the command line
//   where      from addresses to file, function and line
//   count      events, cost centres of source lines, records of superblocks
//   data       whose data (--data-objects=yes): allocations, objects, places
//   calls      who called whom (--calls=yes): functions, nodes of the tree, frames
//   arcs       the same as callgrind keeps it
//   simulate   the caches of this run, functions that generated code calls, hot code
//   translate  from IR to events, from events to code
//   output     the profile and the summary (does not include simulate and translate)
//
// This directory has the callbacks of the core (main), the switch that turns counting on and
// off (instrumentation), parts of a profile (dumps), what programs (requests) and debuggers
// (monitor) ask for, and what is to be done before system calls and after fork (system_calls).
//
// docs/ARCHITECTURE.md follows a superblock through all of these.
#include "vg/arcs/block_counts.hpp"
#include "vg/arcs/jump.hpp"
#include "vg/arcs/stack.hpp"
#include "vg/calls/called_code.hpp"
#include "vg/calls/entries.hpp"
#include "vg/calls/thread.hpp"
#include "vg/core/arena.hpp"
#include "vg/core/incomplete.hpp"
#include "vg/core/installed.hpp"
#include "vg/core/kernel.hpp"
#include "vg/core/options.hpp"
#include "vg/core/release.hpp"
#include "vg/core/replaced_functions.hpp"
#include "vg/core/thread_state.hpp"
#include "vg/core/time_slice.hpp"
#include "vg/core/unknown_instruction.hpp"
#include "vg/count/superblock.hpp"
#include "vg/count/thread_costs.hpp"
#include "vg/data/data_objects.hpp"
#include "vg/data/observe.hpp"
#include "vg/dumps.hpp"
#include "vg/instrumentation.hpp"
#include "vg/output/call_profile.hpp"
#include "vg/output/out_file.hpp"
#include "vg/output/out_name.hpp"
#include "vg/output/profile.hpp"
#include "vg/output/summary.hpp"
#include "vg/reproduce/reproduce.hpp"
#include "vg/requests.hpp"
#include "vg/simulate/cache_detect.hpp"
#include "vg/simulate/hot_code.hpp"
#include "vg/simulate/other_caches.hpp"
#include "vg/simulate/simulation.hpp"
#include "vg/system_calls.hpp"
#include "vg/translate/instrument.hpp"
#include "vg/where/functions.hpp"
#include "vg/where/jit_files.hpp"
#include "vg/where/objects.hpp"

namespace cg::vg {
namespace {

[[noreturn]] void exit_for_bad_option(const HChar* option, const HChar* reason) {
    VG_(fmsg_bad_option)(option, "%s\n", reason);
    VG_(exit)(1); // fmsg_bad_option() exits only while the core reads the command line
}

[[noreturn]] void exit_for_line_size(UInt line, UInt largest_register) {
    VG_(umsg)("cachegrind: cannot continue: the minimum line size (%u)\n", line);
    VG_(umsg)
    ("  must be equal to or larger than the maximum register size (%u)\n", largest_register);
    VG_(umsg)("  but it is not.  Exiting now.\n");
    VG_(exit)(1);
}

void start_simulation() {
    choose_caches(options.code, options.data, options.last_level);
    if (options.cache_use &&
        !sim::CacheUse::can_simulate(options.code, options.data, options.last_level)) {
        exit_for_bad_option(options.callgrind ? "--cacheuse=yes" : "--cache-use=yes",
                            "A line of I1 or D1 must not be larger than a line of LL.");
    }
    start_caches(options.code, options.data, options.last_level);
    start_other_caches();
    const auto largest = static_cast<UInt>(VG_(machine_get_size_of_largest_guest_register)());
    if (simulation.smallest_line < largest)
        exit_for_line_size(simulation.smallest_line, largest);
}

// Ends the run before the program starts, and not when the profile would be lost, if the file name
// is wrong or cannot be written. The program of a child may write in another directory than that
// which started it; it is run, because its caller waits for it.
void check_out_file() {
    OutFile::prepare();
    HChar* const path = VG_(expand_file_name)(options.out_file_option, options.out_file);
    const UWord error = OutFile::write_error(path);
    if (error != 0 && !is_in_started_run()) {
        VG_(fmsg)("Cannot create output file '%s': %s\n", path, kernel::text_of(error));
        VG_(exit)(1);
    }
    VG_(free)(path);
}

void start_calls() {
    // Functions would begin in the middle of superblocks.
    if (VG_(clo_vex_control).guest_chase)
        exit_for_bad_option("--vex-guest-chase=yes", "It cannot be used with --calls=yes.");
    prepare_threads();
    start_tree();
    start_node_entries();
    start_called_code();
    VG_(track_pre_thread_ll_create)([](ThreadId, ThreadId child) { begin_thread(child); });
    VG_(track_pre_thread_ll_exit)(end_thread);
    VG_(track_pre_deliver_signal)(before_signal);
    VG_(track_post_deliver_signal)(after_signal);
}

void begin_thread_of_data(ThreadId thread) {
    data_thread_begins(thread);
    forget_pending_call(thread);
}

void start_data() {
    if (!processor::call_registers.are_known())
        exit_for_bad_option("--data-objects=yes", "It is not known how this processor calls.");
    // Functions and returns would be in the middle of superblocks.
    if (VG_(clo_vex_control).guest_chase)
        exit_for_bad_option("--vex-guest-chase=yes", "It cannot be used with --data-objects=yes.");
    start_data_objects();
    start_observing();
    data_objects.objects().count_blocks(instrumenting);
    VG_(track_new_mem_brk)(heap_grown);
    VG_(track_die_mem_brk)(heap_shrunk);
    VG_(track_copy_mem_remap)(data_moved);
    VG_(track_pre_thread_first_insn)(begin_thread_of_data);
}

void end_stack(ThreadId thread) {
    if (events.use)
        forget_last_owners();
    stack_end_thread(thread);
}

void start_arcs_of_calls() {
    // A jump to the beginning of a function is a call.
    VG_(clo_vex_control).iropt_unroll_thresh = 0;
    if (VG_(clo_vex_control).guest_chase && !options.callgrind)
        exit_for_bad_option("--vex-guest-chase=yes", "It cannot be used with --calls=yes.");
    if (VG_(clo_vex_control).guest_chase) {
        VG_(umsg)("callgrind only works with --vex-guest-chase=no\n");
        VG_(umsg)("=> resetting it back to 'no'\n");
        VG_(clo_vex_control).guest_chase = False;
    }
    start_called_code();
    start_stacks();
    VG_(track_pre_thread_ll_create)([](ThreadId, ThreadId child) { stack_begin_thread(child); });
    VG_(track_pre_thread_ll_exit)(end_stack);
    VG_(track_pre_deliver_signal)(stack_before_signal);
    VG_(track_post_deliver_signal)(stack_after_signal);
    start_dumps();
}

// The words of Valgrind's own tool.
void print_how_to_control() {
    const HChar* const prefix = VG_(arg_vgdb_prefix); // the whole option; null: not given
    VG_(umsg)
    ("For interactive control, run 'callgrind_control%s%s -h'.\n", prefix == nullptr ? "" : " ",
     prefix == nullptr ? "" : prefix);
}

void post_clo_init() {
    check_installed_valgrind();
    start_arena();
    if (options.cache_use && !options.cache_sim)
        exit_for_bad_option("--cache-use=yes", "It needs --cache-sim=yes.");
    if (options.miss_causes && !options.cache_sim)
        exit_for_bad_option("--miss-causes=yes", "It needs --cache-sim=yes.");
    if (options.other_data.count != 0 && !options.cache_sim)
        exit_for_bad_option("--D1-also", "It needs --cache-sim=yes.");
    if (options.other_last.count != 0 && !options.cache_sim)
        exit_for_bad_option("--LL-also", "It needs --cache-sim=yes.");
    if (options.data_alloc.count != 0 && !options.data_objects)
        exit_for_bad_option("--data-alloc", "It needs --data-objects=yes.");
    // Threads share the counts of the lines that are in the caches.
    if (options.callgrind && options.cache_use && options.separate_threads)
        exit_for_bad_option("--cacheuse=yes", "It cannot be used with --separate-threads=yes.");
    if (const HChar* const reason = set_defaults())
        exit_for_bad_option(options.needs_arcs, reason);
    const unsigned system_events = options.systime_unit == 0   ? 0
                                   : options.systime_unit == 1 ? 3
                                                               : 2;
    events =
        EventSet::of(options.cache_sim, options.branch_sim, options.cache_use, options.miss_causes)
            .with_others(options.other_data.count, options.other_last.count)
            .with(options.collect_bus, system_events);
    // The core maps room for some 40,000 translations at once. Those that simulate are twice as
    // large.
    VG_(details_avg_translation_sizeB)(options.cache_sim || options.branch_sim ? 400 : 256);
    instrumenting = options.instr_at_start;
    if (const ReproduceFault fault = start_reproducing(); fault.reason != nullptr)
        exit_for_bad_option(fault.option, fault.reason);
    start_jit_files();
    join_run();
    check_out_file();
    has_slots = options.arcs;
    has_ranges = options.addresses && !options.arcs;
    if (options.arcs)
        start_arcs_of_calls();
    if (options.calls)
        start_calls();
    if (options.data_objects)
        start_data();
    if (options.cache_sim)
        start_simulation();
    before_core_fails(write_out_of_memory);
    if (!is_release_tested && VG_(clo_verbosity) > 0 && !is_in_started_run())
        note_untested_release();
    if (options.callgrind && !options.dump_line && !options.dump_instr)
        VG_(umsg)("Using source line as position.\n");
    if (options.callgrind && VG_(clo_verbosity) > 0)
        print_how_to_control();
}

// Translates a superblock: with counting, or as it is.
IRSB* instrument(VgCallbackClosure* closure, IRSB* in, const VexGuestLayout* guest,
                 const VexGuestExtents* extents, const VexArchInfo* /*host*/, IRType guest_word,
                 IRType host_word) {
    if (guest_word != host_word)
        VG_(tool_panic)("host and guest word sizes differ");
    note_unknown_instruction(*in);
    if (is_reproducing)
        reproduce_instructions(*in);
    if (memory_ran_out())
        return in;
    if (!instrumenting)
        return options.data_objects ? add_observation(*in, *guest, *extents) : in;
    IRSB* const out = add_counting(*closure, *in, *guest, *extents);
    return memory_ran_out() ? in : out;
}

// Called after the core has discarded a translation.
void discard(Addr address, VexGuestExtents extents) {
    Superblock* const block = remove_superblock(address, extents);
    if (block == nullptr)
        return;
    if (events.cache || events.branch)
        end_translation(*block);
    forget_last_block(block);
    retire_superblock(block);
}

// The number of superblocks that the core takes for executed, because slices are shortened.
constinit ULong blocks_taken = 0;

// Keeps the clock of the caches and the stacks of calls within their bounds.
void bound_slice(ThreadId thread) {
    UInt most = max_blocks_of_slice;
    if (events.cache && blocks_in_range() < most)
        most = blocks_in_range();
    const UInt taken = shorten_slice(thread, most);
    if (taken != 0 && blocks_taken == 0 && VG_(clo_verbosity) > 0) {
        VG_(umsg)
        ("note: --scheduling-quantum: threads take turns after %u superblocks, with this tool.\n",
         max_blocks_of_slice);
    }
    blocks_taken += taken;
}

void before_client_code(ThreadId thread, ULong /*blocks*/) {
    bound_slice(thread);
    if (memory_ran_out() && !stopped_out_of_memory())
        processor::end_slice(thread);
    if (is_reproducing)
        reproduce_before_client_code(thread);
    const Addr base = arena_base();
    VG_(set_shadow_regs_area)
    (thread, 1, shadow::base, sizeof base, reinterpret_cast<const UChar*>(&base));
    if (!instrumenting)
        return;
    if (options.arcs)
        stack_before_client_code(thread);
    else if (options.calls)
        calls_before_client_code(thread);
}

void replace_nodes(Node* (*replacement)(Node* node)) {
    if (events.use)
        replace_owners(replacement);
    if (options.data_objects)
        replace_nodes_of_data(replacement);
}

// Called between superblocks, when the core has handled the exit of the last one. So no
// generated code is active, and translations may be discarded.
void after_client_code(ThreadId thread, ULong blocks) {
    if (is_reproducing)
        reproduce_after_client_code(blocks - blocks_taken);
    release_retired_superblocks();
    retranslate_hot_code();
    if (events.cache)
        fold_slots_if_shared();
    if (options.data_objects) {
        discard_blind_code();
        if (!data_objects.is_complete())
            note_memory_ran_out();
    }
    if (options.arcs && instrumenting) {
        stack_after_client_code(thread);
        dump_if_due(blocks - blocks_taken);
    } else if (options.calls && instrumenting) {
        calls_after_client_code(thread);
        keep_reserve(bytes_to_write_calls());
        retranslate_called_code();
        fold_if_large(replace_nodes);
    }
    if (memory_ran_out())
        stop_out_of_memory();
    keep_clock_in_range();
}

void forget_code(Addr start, SizeT length) {
    forget_functions(start, length);
    if (options.arcs) {
        forget_entrances();
        if (options.collect_jumps)
            forget_jumps();
    }
    if (options.calls)
        forget_checked(start, length);
}

void after_mapping(Addr start, SizeT length, Bool /*r*/, Bool /*w*/, Bool executable,
                   ULong /*debug_info*/) {
    if (options.data_objects)
        data_mapped(start, length);
    if (!executable)
        return;
    forget_code(start, length);
    note_mapped_file(start);
}

void after_protecting(Addr start, SizeT length, Bool /*r*/, Bool /*w*/, Bool executable) {
    if (executable)
        forget_code(start, length);
}

void before_unmapping(Addr start, SizeT length) {
    forget_code(start, length);
    if (options.data_objects)
        data_unmapped(start, length);
}

void print_statistics() {
    const SuperblockStats blocks = superblock_stats();
    const ArenaStats memory = arena_stats();
    VG_(dmsg)("cachegrind: cost centres (lines)   : %zu\n", all_cost_centres.count());
    VG_(dmsg)("cachegrind: ranges of instructions : %zu\n", code_range_count());
    VG_(dmsg)("cachegrind: function lookups       : %zu\n", function_lookups());
    VG_(dmsg)("cachegrind: superblocks translated : %zu\n", blocks.created);
    VG_(dmsg)("cachegrind: superblocks discarded  : %zu\n", blocks.discarded);
    VG_(dmsg)("cachegrind: superblocks to be kept : %zu\n", blocks.kept);
    VG_(dmsg)("cachegrind: groups alive           : %zu\n", blocks.groups);
    VG_(dmsg)("cachegrind: calls, not hot code    : %llu\n", blocks.called_runs);
    VG_(dmsg)("cachegrind: calls, hot code        : %llu\n", simulation.slow_runs);
    VG_(dmsg)
    ("cachegrind: slots are folded       : %s\n", level_one().data.is_folded() ? "yes" : "no");
    if (options.calls) {
        const NodeEntryUse use = node_entry_use();
        VG_(dmsg)("cachegrind: nodes of the calls       : %zu\n", tree_use().nodes);
        VG_(dmsg)("cachegrind: callees looked up        : %llu\n", use.looked_up);
        VG_(dmsg)("cachegrind: returns, jumps checked   : %llu\n", use.unwound);
    }
    if (options.arcs) {
        const ArcUse use = arc_use();
        VG_(dmsg)("cachegrind: arcs looked up           : %llu\n", use.looked_up);
        VG_(dmsg)("cachegrind: arcs compared            : %llu\n", use.compared);
    }
    if (options.data_objects) {
        VG_(dmsg)("cachegrind: data objects               : %u\n", data_objects.objects().count());
        VG_(dmsg)("cachegrind: lines with data objects    : %zu\n", data_objects.cells().count());
        VG_(dmsg)("cachegrind: allocations not seen       : %llu\n", stale_returns());
    }
    if (events.use) {
        VG_(dmsg)
        ("cachegrind: lines that level 1 kept longer : %llu\n", lines_held_longer());
    }
    VG_(dmsg)
    ("cachegrind: memory, in use of mapped : %zu of %zu bytes\n", memory.used, memory.mapped);
}

void fini(Int /*exit_code*/) {
    before_core_fails(nullptr);
    use_reserve();
    if (options.callgrind)
        uncount_last_blocks(all_threads);
    // The totals at that time, because code that was translated before goes on counting.
    const bool stopped = stopped_out_of_memory();
    const bool is_written = !stopped && write_last_part();
    const Totals totals = stopped ? totals_when_stopped() : totals_of_parts();
    check_causes(totals);
    if (VG_(clo_verbosity) > 0)
        report_objects_without_lines();
    if (VG_(clo_verbosity) > 0 && options.callgrind)
        print_callgrind_summary(totals);
    else if (VG_(clo_verbosity) > 0)
        print_summary(totals);
    if (VG_(clo_verbosity) > 0 && options.data_objects)
        print_data_notes(totals);
    if (VG_(clo_verbosity) > 0 && is_reproducing)
        reproduce_report();
    if (VG_(clo_verbosity) > 0 && is_written && !options.callgrind)
        print_next_step(out_name());
    if (VG_(clo_stats))
        print_statistics();
    if (VG_(clo_verbosity) > 0)
        explain_unknown_instruction();
    if (is_incomplete)
        VG_(umsg)("error: these counts are incomplete: memory ran out.\n");
}

// The program is the same under all of its names.
bool is_named_callgrind() {
    const HChar* tool = "";
    for (Word i = 0; i < VG_(sizeXA)(VG_(args_for_valgrind)); ++i) {
        const HChar* const argument =
            *static_cast<HChar**>(VG_(indexXA)(VG_(args_for_valgrind), i));
        if (VG_(strncmp)(argument, "--tool=", 7) == 0)
            tool = argument + 7;
    }
    return VG_(strcmp)(tool, "callgrind") == 0 || VG_(strcmp)(tool, "cgtools-callgrind") == 0;
}

void introduce(bool as_callgrind) {
    VG_(details_name)(as_callgrind ? "Callgrind" : "Cachegrind");
    // The version is a part of the description, because the core would print a version before
    // the description, and scripts filter the first line by its beginning.
    VG_(details_version)(nullptr);
    VG_(details_description)
    (as_callgrind ? "a call-graph generating cache profiler (cgtools " CGTOOLS_VERSION ")"
                  : "a high-precision tracing profiler (cgtools " CGTOOLS_VERSION ")");
    VG_(details_copyright_author)("Copyright (C) 2026, and GNU GPL'd, by the authors of cgtools.");
    VG_(details_bug_reports_to)("the authors of cgtools");
}

void pre_clo_init() {
    if (is_named_callgrind())
        be_callgrind();
    introduce(options.callgrind);

    VG_(basic_tool_funcs)(post_clo_init, instrument, fini);
    VG_(needs_superblock_discards)(discard);
    VG_(needs_command_line_options)(process_option, print_usage, print_debug_usage);
    VG_(needs_client_requests)(handle_request);
    VG_(needs_print_stats)(print_statistics);
    VG_(track_start_client_code)(before_client_code);
    VG_(track_stop_client_code)(after_client_code);
    VG_(track_new_mem_mmap)(after_mapping);
    VG_(track_change_mem_mprotect)(after_protecting);
    VG_(track_die_mem_munmap)(before_unmapping);
    watch_system_calls();

    // Set before the options are read, so that the user can override it.
    VG_(clo_vex_control).guest_chase = False;
    // VEX keeps only the stack pointer up to date at each memory access. That is faster, and
    // it changes counts: VEX drops a load into a register that is not needed.
    VG_(clo_px_file_backed) = VexRegUpdSpAtMemAccess;
    VG_(clo_vex_control).iropt_register_updates_default = VexRegUpdSpAtMemAccess;
}

} // namespace
} // namespace cg::vg

extern "C" {
VG_DETERMINE_INTERFACE_VERSION(cg::vg::pre_clo_init)
}
