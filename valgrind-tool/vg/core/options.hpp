// SPDX-License-Identifier: GPL-2.0-or-later
// The options of the command line.
#pragma once

#include "sim/geometry.hpp"
#include "vg/core/valgrind.hpp"

namespace cg::vg {

struct Options {
    Bool cache_sim = False;
    Bool branch_sim = False;
    Bool cache_use = False;
    Bool cache_use_as_callgrind = False; // for tests
    Bool check_ir = False;               // see vex_passes.cpp
    Bool instr_at_start = True;
    Bool calls = False;
    Long calls_recursion = 1;     // how often a function may be on a path; 0: without a limit
    Long calls_nodes = 4'000'000; // maximal number of nodes of the tree; 0: limited by memory only
    static constexpr unsigned max_skip = 64;
    const HChar* calls_skip[max_skip] = {}; // patterns with * and ? (--calls-skip)
    unsigned calls_skip_count = 0;
    const HChar* out_file = "cachegrind.out.%p"; // with %p etc. not yet expanded
    sim::Geometry code, data, last_level;        // size 0: not given
};

extern Options options;

// Callbacks for VG_(needs_command_line_options).
Bool process_option(const HChar* arg);
void print_usage();
void print_debug_usage();

} // namespace cg::vg
