// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/calls/runner.hpp"

#include "vg/calls/thread.hpp"
#include "vg/where/functions.hpp"
#include "vg/where/jit_code.hpp"
#include "vg/where/jit_files.hpp"

namespace cg::vg {

const Callee* running_function() {
    const ThreadId thread = VG_(get_running_tid)();
    return threads[thread].is_known ? node_of(load_state(thread).node)->callee : nullptr;
}

const Callee* runner_inside(Addr address) {
    const Callee* const around = callee_at(address);
    if (around == nullptr || around->is_skipped)
        return nullptr;
    return around->is_cold_part ? running_function() : around;
}

bool is_entered_by_jump(Addr address) {
    const Callee* const running = may_have_jit_files() ? running_function() : nullptr;
    if (running == nullptr || running->object == unknown)
        return false;
    const Callee* const around = callee_at(address);
    return around != nullptr && is_awaited(around->lines_name);
}

} // namespace cg::vg
