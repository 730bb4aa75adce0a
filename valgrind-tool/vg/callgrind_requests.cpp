// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/callgrind_requests.hpp"

#include "callgrind.h"
#include "vg/arcs/actions.hpp"
#include "vg/arcs/last_block.hpp"
#include "vg/dumps.hpp"
#include "vg/instrumentation.hpp"
#include "vg/simulate/simulation.hpp"

namespace cg::vg {
namespace {

void dump_at(const HChar* text) {
    if (text == nullptr)
        dump("Client Request", "");
    else
        dump("Client Request: ", text);
}

} // namespace

void switch_instrumentation(bool on) {
    if (instrumenting == on || stopped_out_of_memory())
        return;
    if (!on)
        end_stacks();
    instrumenting = on;
    discard_all_translations();
    if (on && events.cache && !empty_caches())
        stop_out_of_memory();
}

bool handle_callgrind_request(ThreadId thread, const UWord* arguments) {
    if (!VG_IS_TOOL_USERREQ('C', 'T', arguments[0]))
        return false;
    // The superblock that ends with the request belongs to what follows.
    const bool was_counted = instrumenting && uncount_last_block();
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
        if (!instrumenting)
            break;
        if (!may_be_uncollected) {
            may_be_uncollected = true;
            discard_all_translations();
        }
        toggle_collection(thread);
        break;
    case VG_USERREQ__START_INSTRUMENTATION:
        switch_instrumentation(true);
        break;
    case VG_USERREQ__STOP_INSTRUMENTATION:
        switch_instrumentation(false);
        return true;
    default:
        return false;
    }
    if (was_counted)
        count_last_block();
    return true;
}

} // namespace cg::vg
