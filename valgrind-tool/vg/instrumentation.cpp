// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/instrumentation.hpp"

#include "vg/core/arena.hpp"
#include "vg/output/out_name.hpp"
#include "vg/simulate/simulation.hpp"

namespace cg::vg {

constinit bool instrumenting = true;

namespace {

constinit bool stopped = false;
constinit Totals written = {};

} // namespace

void stop_out_of_memory() {
    if (stopped)
        return;
    stopped = true;
    instrumenting = false;
    use_reserve();
    VG_(umsg)("error: out of memory for counters; nothing is counted from here on.\n");
    // Not at the end, because the core may run out of memory, too, and end the program.
    if (events.use)
        settle_use();
    written = compute_totals();
    write_profile(written, out_name());
}

Totals totals_when_stopped() {
    return written;
}

bool stopped_out_of_memory() {
    return stopped;
}

} // namespace cg::vg
