// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/requests.hpp"

#include "callgrind.h"
// This order, because both include valgrind.h.
#include "cachegrind.h"
#include "vg/arcs/block_counts.hpp"
#include "vg/arcs/stack.hpp"
#include "vg/core/options.hpp"
#include "vg/core/translations.hpp"
#include "vg/core/valgrind.hpp"
#include "vg/dumps.hpp"
#include "vg/instrumentation.hpp"
#include "vg/monitor.hpp"
#include "vg/translate/request_code.hpp"

namespace cg::vg {
namespace {

void dump_at(const HChar* text) {
    if (text == nullptr)
        dump("Client Request", "");
    else
        dump("Client Request: ", text);
}

// The words of Valgrind's own tool, because scripts filter these lines.
void warn_of_no_change(bool on) {
    VG_(umsg)("warning: CACHEGRIND_%s_INSTRUMENTATION called,\n", on ? "START" : "STOP");
    VG_(umsg)("         but instrumentation is already %s\n", on ? "enabled" : "disabled");
}

// Without arcs, the calls of what is not collected are not known either.
void toggle(ThreadId thread) {
    if (!options.arcs)
        return switch_instrumentation(!instrumenting);
    if (!instrumenting)
        return;
    uncount_last_blocks(thread);
    if (!may_be_uncollected) {
        may_be_uncollected = true;
        discard_all_translations();
    }
    toggle_collection(thread);
    count_last_blocks(thread);
}

bool handle_callgrind_request(ThreadId thread, const UWord* arguments) {
    switch (arguments[0]) {
    case VG_USERREQ__DUMP_STATS:
        dump_at(nullptr);
        break;
    case VG_USERREQ__DUMP_STATS_AT:
        dump_at(reinterpret_cast<const HChar*>(arguments[1]));
        break;
    case VG_USERREQ__ZERO_STATS:
        zero_costs();
        break;
    case VG_USERREQ__TOGGLE_COLLECT:
        toggle(thread);
        break;
    case VG_USERREQ__START_INSTRUMENTATION:
        switch_instrumentation(true);
        break;
    case VG_USERREQ__STOP_INSTRUMENTATION:
        uncount_last_blocks(all_threads);
        switch_instrumentation(false);
        break;
    default:
        return false;
    }
    return true;
}

bool handle_cachegrind_request(const UWord* arguments) {
    switch (arguments[0]) {
    case VG_USERREQ__CG_START_INSTRUMENTATION:
    case VG_USERREQ__CG_STOP_INSTRUMENTATION: {
        const bool on = arguments[0] == VG_USERREQ__CG_START_INSTRUMENTATION;
        if (instrumenting == on && !stopped_out_of_memory())
            warn_of_no_change(on);
        switch_instrumentation(on);
        return true;
    }
    default:
        VG_(umsg)
        ("warning: unknown client request %#lx for cachegrind.\n", arguments[0]);
        return false;
    }
}

} // namespace

Bool handle_request(ThreadId thread, UWord* arguments, UWord* result) {
    bool is_handled = false;
    note_request(arguments[0], VG_(get_IP)(thread));
    if (VG_IS_TOOL_USERREQ('C', 'T', arguments[0])) {
        is_handled = handle_callgrind_request(thread, arguments);
    } else if (VG_IS_TOOL_USERREQ('C', 'G', arguments[0]) && !options.callgrind) {
        is_handled = handle_cachegrind_request(arguments);
        *result = 0;
    } else {
        is_handled = handle_monitor_command(arguments, result);
    }
    return is_handled ? True : False;
}

} // namespace cg::vg
