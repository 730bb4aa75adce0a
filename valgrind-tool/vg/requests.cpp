// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/requests.hpp"

#include "cachegrind.h"
#include "vg/callgrind_requests.hpp"
#include "vg/calls/thread_events.hpp"
#include "vg/core/options.hpp"
#include "vg/instrumentation.hpp"
#include "vg/monitor.hpp"

namespace cg::vg {
namespace {

// Switches counting on or off, and discards all translations, because they were made for the
// other state.
void switch_to(bool on) {
    if (stopped_out_of_memory())
        return;
    if (instrumenting == on) {
        // The words of Valgrind's own tool, because scripts filter these lines.
        VG_(umsg)("warning: CACHEGRIND_%s_INSTRUMENTATION called,\n", on ? "START" : "STOP");
        VG_(umsg)
        ("         but instrumentation is already %s\n", on ? "enabled" : "disabled");
        return;
    }
    instrumenting = on;
    if (options.calls)
        forget_callers();
    discard_all_translations();
}

} // namespace

Bool handle_request(ThreadId thread, UWord* arguments, UWord* result) {
    if (options.callgrind) {
        const bool is_handled = handle_callgrind_request(thread, arguments) ||
                                handle_monitor_command(arguments, result);
        return is_handled ? True : False;
    }
    if (!VG_IS_TOOL_USERREQ('C', 'G', arguments[0]))
        return False;
    switch (arguments[0]) {
    case VG_USERREQ__CG_START_INSTRUMENTATION:
        switch_to(true);
        break;
    case VG_USERREQ__CG_STOP_INSTRUMENTATION:
        switch_to(false);
        break;
    default:
        VG_(umsg)
        ("warning: unknown client request %#lx for cachegrind.\n", arguments[0]);
        return False;
    }
    *result = 0;
    return True;
}

} // namespace cg::vg
