// SPDX-License-Identifier: GPL-2.0-or-later
// The options of the command line.
#pragma once

#include "sim/geometry.hpp"
#include "vg/core/valgrind.hpp"

namespace cg::vg {

// Patterns with * and ?, of an option that may be given several times.
struct Patterns {
    static constexpr unsigned max_count = 64;
    const HChar* pattern[max_count] = {};
    unsigned count = 0;

    bool match(const HChar* name) const;
};

// The kinds of allocation functions (vg/data/allocators.hpp).
enum class Allocates : UChar {
    nothing,
    malloc,         // f(size); operator new is the same
    calloc,         // f(number, size)
    realloc,        // f(block, size)
    reallocarray,   // f(block, number, size)
    memalign,       // f(alignment, size)
    posix_memalign, // f(address of the result, alignment, size)
    free,           // f(block)
    rust_realloc,   // f(block, old size, alignment, size)
};

// The program's own allocation functions, by the names that the user gave.
struct DataAllocs {
    static constexpr unsigned max_count = 64;
    struct One {
        const HChar* name; // followed by a colon
        SizeT length;
        Allocates kind;
        bool has_run = false; // a function of this name
    };
    One one[max_count] = {};
    unsigned count = 0;
};

// Which processor the program sees: a level of the x86-64 ABI, as VEX's own tables have it, or a
// version of Arm's architecture.
enum class CpuModel : UChar { automatic, host, x86_64_v2, x86_64_v3, armv8_0, armv8_2 };
struct CpuModelName {
    CpuModel model;
    const HChar* name;
};
// The first one is that of a reproducible run, unless another one is given.
#if defined(VGA_amd64) || defined(VGA_x86)
inline constexpr bool has_cpu_models = true;
inline constexpr CpuModelName cpu_models[2] = {{CpuModel::x86_64_v2, "x86-64-v2"},
                                               {CpuModel::x86_64_v3, "x86-64-v3"}};
#else
#    if defined(VGA_arm64)
inline constexpr bool has_cpu_models = true;
#    else
inline constexpr bool has_cpu_models = false;
#    endif
inline constexpr CpuModelName cpu_models[2] = {{CpuModel::armv8_0, "armv8.0-a"},
                                               {CpuModel::armv8_2, "armv8.2-a"}};
#endif

// The properties of the machine that a reproducible run fixes (vg/reproduce).
struct ReproduceOptions {
    Bool reproducible = False; // all of it, but what another option gives back
    CpuModel cpu = CpuModel::automatic;
    Long cpus = 0; // 0: not given
    Bool has_seed = False;
    Long seed = 0;
    Bool has_epoch = False;
    Long epoch = 1'767'225'600; // 2026-01-01, in seconds since 1970
    Patterns keep_env;
    Bool real_time = False;
    Bool real_random = False;
    const HChar* birth = nullptr; // what a program of the run was handed; not given by users
};

struct Options {
    // The tool answers to callgrind's name: with its options, files and words.
    Bool callgrind = False;
    // Calls are kept as callgrind keeps them (decision 0012): under its name, and with --calls=yes
    // if one of its options is given, which a tree of calls does not have. Then `calls` is false.
    Bool arcs = False;
    const HChar* needs_arcs = nullptr; // the first such option
    Bool count_from_fork = False;      // a child starts at 0
    Bool collect_at_start = True;
    Bool dump_instr = False;
    Bool dump_line = True;
    Bool compress_strings = True;
    Bool compress_positions = True;
    Bool combine_dumps = False;
    Long separate_recs = 2; // levels of recursion that are told apart: 1 or 2
    Patterns toggle_collect, dump_before, dump_after, zero_before;
    Bool separate_threads = False;
    Long dump_every_blocks = 0; // 0 or less: never
    Patterns fn_skip, object_skip;
    Bool skip_plt = True;
    Bool collect_jumps = False;
    Bool collect_bus = False;
    UInt systime_unit = 0; // of the times of system calls, in nanoseconds; 0: none are collected
    Bool cache_sim = False;
    Bool branch_sim = False;
    Bool cache_use = False;
    Bool cache_use_as_callgrind = False; // for tests
    Bool miss_causes = False;
    Bool data_objects = False; // misses, and cache use, by the data that was referenced
    DataAllocs data_alloc;
    Bool check_ir = False; // see replaced_functions.cpp
    Bool instr_at_start = True;
    Bool inherits_instr = False; // programs that this one executes begin in its state
    // How often an instruction counts that repeats itself, such as `rep movsb`. `automatic` is
    // `once`, but `iterations` with --vex-guest-chase=yes (set_defaults()).
    enum class CountRep : UChar { automatic, once, iterations };
    CountRep count_rep = CountRep::automatic;
    Bool calls = False;
    Bool addresses = False;
    Long calls_recursion = 1;     // how often a function may be on a path; 0: without a limit
    Long calls_nodes = 4'000'000; // maximal number of nodes of the tree; 0: limited by memory only
    Patterns calls_skip;
    Bool perf_map = True; // read the names that the program tells of code that it makes
    ReproduceOptions reproduce;
    Long run_names = -1; // a descriptor (output/out_name.hpp); not given by users
    const HChar* out_file = "cachegrind.out.%p"; // with %p etc. not yet expanded
    const HChar* out_file_option = "--cachegrind-out-file";
    sim::Geometry code, data, last_level; // size 0: not given
    struct Geometries {
        sim::Geometry caches[sim::max_other_caches];
        UInt count = 0;
    };
    Geometries other_data, other_last;
};

extern Options options;

// Sets what depends on other options. To be called when all are read. Returns the reason why
// `needs_arcs` cannot be given with the others, or null.
const HChar* set_defaults();

// Chooses the options of callgrind. To be called before options are read.
void be_callgrind();

// Adds an option for programs that this one executes, if they are profiled. Of an option that is
// there several times the last one counts.
void give_option_to_children(const HChar* option);

// Callbacks for VG_(needs_command_line_options).
Bool process_option(const HChar* arg);
void print_usage();
void print_debug_usage();

} // namespace cg::vg
