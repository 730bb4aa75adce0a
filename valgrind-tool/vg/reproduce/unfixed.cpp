// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/reproduce/unfixed.hpp"

namespace cg::vg::reproduce {
namespace {

enum Kind : UInt { process_numbers, directories, sockets, timers, kind_count };

constexpr const HChar* names[kind_count] = {
    "process numbers",
    "the order of directories",
    "sockets",
    "timers",
};

constinit bool is_asked[kind_count] = {};

} // namespace

void note_unfixed(const SystemCall& call) {
    if (call.failed())
        return;
    switch (call.number) {
    case __NR_getpid:
    case __NR_getppid:
        is_asked[process_numbers] = true;
        break;
    case __NR_getdents64:
#ifdef __NR_getdents
    case __NR_getdents:
#endif
        is_asked[directories] = true;
        break;
#ifdef __NR_connect
    case __NR_connect:
    case __NR_accept4:
        is_asked[sockets] = true;
        break;
#endif
#ifdef __NR_alarm
    case __NR_alarm:
#endif
    case __NR_setitimer:
    case __NR_timer_settime:
    case __NR_timerfd_settime:
        is_asked[timers] = true;
        break;
    default:
        break;
    }
}

void report_unfixed() {
    HChar list[160] = "";
    for (unsigned i = 0; i < kind_count; ++i) {
        if (!is_asked[i])
            continue;
        if (list[0] != '\0')
            VG_(strcat)(list, ", ");
        VG_(strcat)(list, names[i]);
    }
    if (list[0] != '\0')
        VG_(umsg)("note: the program asked what is not the same in each run: %s.\n", list);
}

} // namespace cg::vg::reproduce
