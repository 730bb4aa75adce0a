// SPDX-License-Identifier: GPL-2.0-or-later
// What the user asked for on the command line.
#pragma once

#include "sim/geometry.hpp"
#include "vg/core/valgrind.hpp"

namespace cg::vg {

struct Options {
    Bool cache_sim = False;
    Bool branch_sim = False;
    Bool instr_at_start = True;
    const HChar* out_file = "cachegrind.out.%p"; ///< not yet expanded
    sim::Geometry code, data, last_level;        ///< size 0: not given
};

extern Options options;

/// For VG_(needs_command_line_options).
Bool process_option(const HChar* arg);
void print_usage();
void print_debug_usage();

} // namespace cg::vg
