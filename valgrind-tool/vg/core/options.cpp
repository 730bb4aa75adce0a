// SPDX-License-Identifier: GPL-2.0-or-later
// Parses the command line. A bad value ends the run before the program starts.
#include "vg/core/options.hpp"

namespace cg::vg {

constinit Options options;

namespace {

bool process_geometry(const HChar* arg, const HChar* value, sim::Geometry& out) {
    const sim::GeometryFault fault = sim::parse(value, out);
    if (fault != sim::GeometryFault::none) {
        VG_(fmsg_bad_option)(arg, "Bad argument '%s': %s.\n", value, sim::describe(fault));
    }
    return true;
}

} // namespace

Bool process_option(const HChar* arg) {
    const HChar* value = nullptr;
    if (VG_STR_CLO(arg, "--cachegrind-out-file", value)) {
        if (value[0] == '\0')
            VG_(fmsg_bad_option)(arg, "The file name is empty.\n");
        options.out_file = value;
        return True;
    }
    if (VG_STR_CLO(arg, "--I1", value))
        return process_geometry(arg, value, options.code);
    if (VG_STR_CLO(arg, "--D1", value))
        return process_geometry(arg, value, options.data);
    if (VG_STR_CLO(arg, "--LL", value))
        return process_geometry(arg, value, options.last_level);
    // The old name of --LL.
    if (VG_STR_CLO(arg, "--L2", value))
        return process_geometry(arg, value, options.last_level);
    if (VG_STR_CLO(arg, "--calls-skip", value)) {
        if (value[0] == '\0')
            VG_(fmsg_bad_option)(arg, "The pattern is empty.\n");
        if (options.calls_skip_count == Options::max_skip)
            VG_(fmsg_bad_option)(arg, "More than %u patterns.\n", Options::max_skip);
        options.calls_skip[options.calls_skip_count++] = value;
        return True;
    }
    return VG_BOOL_CLO(arg, "--calls", options.calls) ||
           VG_BINT_CLO(arg, "--calls-recursion", options.calls_recursion, 0, 1'000'000'000) ||
           VG_BINT_CLO(arg, "--calls-nodes", options.calls_nodes, 0, 1'000'000'000) ||
           VG_BOOL_CLO(arg, "--cache-sim", options.cache_sim) ||
           VG_BOOL_CLO(arg, "--cache-use", options.cache_use) ||
           VG_BOOL_CLO(arg, "--cache-use-as-callgrind", options.cache_use_as_callgrind) ||
           VG_BOOL_CLO(arg, "--check-ir", options.check_ir) ||
           VG_BOOL_CLO(arg, "--branch-sim", options.branch_sim) ||
           VG_BOOL_CLO(arg, "--instr-at-start", options.instr_at_start);
}

void print_usage() {
    VG_(printf)
    ("    --cachegrind-out-file=<file>     output file name [cachegrind.out.%%p]\n"
     "    --cache-sim=yes|no               collect cache stats? [no]\n"
     "    --branch-sim=yes|no              collect branch prediction stats? [no]\n"
     "    --cache-use=yes|no               with --cache-sim=yes: what became of the lines\n"
     "                                     that code loaded into the caches? [no]\n"
     "    --instr-at-start=yes|no          instrument at start? [yes]\n"
     "    --calls=yes|no                   keep who called whom? [no]\n"
     "    --calls-recursion=<number>       times that a function may be on a path of\n"
     "                                     calls; 0: any number [1]\n"
     "    --calls-nodes=<number>           maximal number of nodes of the tree of calls;\n"
     "                                     0: no limit [4000000]\n"
     "    --calls-skip=<pattern>           cost of functions of such names is their callers'\n"
     "    --I1=<size>,<assoc>,<line_size>  set I1 cache manually\n"
     "    --D1=<size>,<assoc>,<line_size>  set D1 cache manually\n"
     "    --LL=<size>,<assoc>,<line_size>  set LL cache manually\n"
     "    --vex-guest-chase=yes|no         count as Valgrind's own tool does,\n"
     "                                     including instructions that were not\n"
     "                                     executed? [no]\n");
}

void print_debug_usage() {
    VG_(printf)
    ("    --cache-use-as-callgrind=yes|no  count cache use by callgrind's rules, to compare\n"
     "                                     both tools [no]\n"
     "    --check-ir=yes|no                let VEX check the code that it translates, after\n"
     "                                     each step [no]\n");
}

} // namespace cg::vg
