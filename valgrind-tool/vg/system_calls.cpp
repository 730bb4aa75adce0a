// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/system_calls.hpp"

#include "vg/arcs/system_cost.hpp"
#include "vg/confinement.hpp"
#include "vg/dumps.hpp"
#include "vg/execution.hpp"
#include "vg/output/kept_file.hpp"
#include "vg/output/out_name.hpp"
#include "vg/where/jit_files.hpp"

namespace cg::vg {
namespace {

void before_system_call(ThreadId thread, UInt number, UWord* arguments, UInt /*argument_count*/) {
    if (events.system_count != 0)
        begin_system_call(thread);
    before_confinement(number);
    before_execution(number, arguments);
}

bool opens_file(UInt number) {
    switch (number) {
#ifdef __NR_open
    case __NR_open:
    case __NR_creat:
#endif
    case __NR_openat:
        return true;
    default:
        return false;
    }
}

void after_system_call(ThreadId thread, UInt number, UWord* /*arguments*/, UInt /*argument_count*/,
                       SysRes /*result*/) {
    if (events.system_count != 0)
        end_system_call(thread);
    if (opens_file(number))
        note_created_file();
}

void before_fork(ThreadId /*thread*/) {
    share_names();
}

void in_child(ThreadId /*thread*/) {
    drop_kept_file();
    forget_own_name();
    number_parts_anew();
    forget_jit_files();
    execute_as_child();
}

} // namespace

void watch_system_calls() {
    VG_(needs_syscall_wrapper)(before_system_call, after_system_call);
    VG_(atfork)(before_fork, nullptr, in_child);
}

} // namespace cg::vg
