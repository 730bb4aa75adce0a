// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/monitor.hpp"

#include "vg/arcs/last_block.hpp"
#include "vg/callgrind_requests.hpp"
#include "vg/dumps.hpp"
#include "vg/instrumentation.hpp"
#include "vg/status.hpp"

namespace cg::vg {
namespace {

void print_help() {
    VG_(gdb_printf)
    ("\n"
     "callgrind monitor commands:\n"
     "  dump [<dump_hint>]\n"
     "        dump counters\n"
     "  zero\n"
     "        zero counters\n"
     "  status\n"
     "        print status\n"
     "  instrumentation [on|off]\n"
     "        get/set (if on/off given) instrumentation state\n"
     "\n");
}

void set_instrumentation(const HChar* state) {
    if (state == nullptr)
        VG_(gdb_printf)("instrumentation: %s\n", instrumenting ? "on" : "off");
    else if (VG_(strcmp)(state, "on") == 0)
        switch_instrumentation(true);
    else if (VG_(strcmp)(state, "off") == 0)
        switch_instrumentation(false);
}

bool handle(const HChar* command) {
    HChar* const words = VG_(strdup)("callgrind.monitor", command);
    HChar* state = nullptr;
    HChar* const name = VG_(strtok_r)(words, " ", &state);
    bool is_known = true;
    switch (VG_(keyword_id)("help dump zero status instrumentation", name,
                            kwd_report_duplicated_matches)) {
    case -2: // several, which has been said
        break;
    case 0:
        print_help();
        is_known = false; // the core prints its own help too
        break;
    case 1:
        dump_all(command, "");
        break;
    case 2:
        zero_all_costs();
        break;
    case 3: {
        const HChar* const what = VG_(strtok_r)(nullptr, " ", &state);
        if (what != nullptr && VG_(strcmp)(what, "internal") == 0)
            print_internal_status();
        else
            print_status();
        break;
    }
    case 4:
        set_instrumentation(VG_(strtok_r)(nullptr, " ", &state));
        break;
    default:
        is_known = false;
    }
    VG_(free)(words);
    return is_known;
}

} // namespace

bool handle_monitor_command(const UWord* arguments, UWord* result) {
    if (arguments[0] != VG_USERREQ__GDB_MONITOR_COMMAND)
        return false;
    // The superblock before the system call in which the program waits is not counted yet.
    const bool was_counted = uncount_last_block();
    const bool is_handled = handle(reinterpret_cast<const HChar*>(arguments[1]));
    if (was_counted)
        count_last_block();
    *result = is_handled ? 1 : 0;
    return is_handled;
}

} // namespace cg::vg
