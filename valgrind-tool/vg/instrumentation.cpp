// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/instrumentation.hpp"

#include "vg/arcs/stack.hpp"
#include "vg/calls/thread.hpp"
#include "vg/core/arena.hpp"
#include "vg/core/incomplete.hpp"
#include "vg/core/options.hpp"
#include "vg/core/translations.hpp"
#include "vg/data/data_objects.hpp"
#include "vg/data/observe.hpp"
#include "vg/dumps.hpp"
#include "vg/simulate/simulation.hpp"

namespace cg::vg {

constinit bool instrumenting = true;

namespace {

constinit bool stopped = false;
constinit Totals written = {};

void set_instrumenting(bool on) {
    if (!on && options.arcs)
        end_stacks();
    instrumenting = on;
    if (options.data_objects)
        data_objects.objects().count_blocks(on);
    if (options.calls)
        forget_callers();
    discard_all_translations();
    forget_uncounted_code();
}

} // namespace

void switch_instrumentation(bool on) {
    if (instrumenting == on || stopped)
        return;
    set_instrumenting(on);
    if (on && options.arcs && events.cache)
        empty_caches();
}

void stop_out_of_memory() {
    if (stopped)
        return;
    write_out_of_memory();
    set_instrumenting(false);
}

void write_out_of_memory() {
    if (stopped)
        return;
    stopped = true;
    is_incomplete = true;
    use_reserve();
    VG_(umsg)("error: out of memory for counters; nothing is counted from here on.\n");
    // Not at the end, because the core may run out of memory, too, and end the program.
    write_last_part();
    written = totals_of_parts();
}

Totals totals_when_stopped() {
    return written;
}

bool stopped_out_of_memory() {
    return stopped;
}

} // namespace cg::vg
