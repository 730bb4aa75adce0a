// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/reproduce/real_waits.hpp"

namespace cg::vg::reproduce {
namespace {

// Whether it has a limit, by one of its arguments.
enum class Limit : UChar {
    pointer, // not null
    number,  // not 0
    ipc,     // ipc(): semtimedop()
    socket,  // setsockopt() sets one
};

constexpr UWord semtimedop = 4;

// All system calls with a limit are here, or in the table of waits.cpp, or timers, which
// unfixed.cpp reports. Numbers above 402 are the same on every processor; older headers of Valgrind
// do not have them all.
constexpr struct {
    UWord number;
    UChar argument;
    Limit limit;
    const HChar* name;
} calls[] = {
    {426, 2, Limit::number, "io_uring_enter"}, // how many results it waits for
    {441, 3, Limit::pointer, "epoll_pwait2"},
    {449, 3, Limit::pointer, "futex_waitv"},
    {455, 4, Limit::pointer, "futex_wait"},
#ifdef __NR_recvmmsg
    {__NR_recvmmsg, 4, Limit::pointer, "recvmmsg"},
#endif
#ifdef __NR_io_pgetevents
    {__NR_io_pgetevents, 4, Limit::pointer, "io_pgetevents"},
#endif
#ifdef __NR_setsockopt
    {__NR_setsockopt, 2, Limit::socket, "SO_RCVTIMEO or SO_SNDTIMEO"},
#endif
#if defined(VGA_x86)
    {__NR__newselect, 4, Limit::pointer, "select"},
#endif
#ifdef __NR_ipc
    {__NR_ipc, 0, Limit::ipc, "semtimedop"},
#endif
#if VG_WORDSIZE == 4
    {407, 2, Limit::pointer, "clock_nanosleep_time64"},
    {413, 4, Limit::pointer, "pselect6_time64"},
    {414, 2, Limit::pointer, "ppoll_time64"},
    {416, 4, Limit::pointer, "io_pgetevents_time64"},
    {417, 4, Limit::pointer, "recvmmsg_time64"},
    {418, 4, Limit::pointer, "mq_timedsend_time64"},
    {419, 4, Limit::pointer, "mq_timedreceive_time64"},
    {420, 3, Limit::pointer, "semtimedop_time64"},
    {421, 2, Limit::pointer, "rt_sigtimedwait_time64"},
    {422, 3, Limit::pointer, "futex_time64"},
#endif
};
constexpr SizeT call_count = sizeof calls / sizeof calls[0];

constinit bool is_said[call_count] = {};

// Returns true if the options of a socket get a limit. Their numbers differ on PowerPC.
bool sets_limit(const SystemCall& call) {
#if defined(VGA_ppc32) || defined(VGA_ppc64be) || defined(VGA_ppc64le)
    constexpr UWord receives = 18, sends = 19;
#else
    constexpr UWord receives = 20, sends = 21;
#endif
    constexpr UWord of_socket = 1, receives_wide = 66, sends_wide = 67;
    const UWord option = call.arguments[2];
    return call.arguments[1] == of_socket && (option == receives || option == sends ||
                                              option == receives_wide || option == sends_wide);
}

bool has_limit(Limit limit, UWord argument, const SystemCall& call) {
    switch (limit) {
    case Limit::ipc:
        return (argument & 0xffff) == semtimedop;
    case Limit::socket:
        return sets_limit(call);
    default:
        return argument != 0;
    }
}

} // namespace

void note_real_wait(const SystemCall& call) {
    constexpr UWord unknown = 38; // ENOSYS
    for (SizeT i = 0; i < call_count; ++i) {
        const auto& known = calls[i];
        if (known.number != call.number || is_said[i] ||
            !has_limit(known.limit, call.arguments[known.argument], call) ||
            (call.failed() && sr_Err(call.result) == unknown))
            continue;
        is_said[i] = true;
        if (VG_(clo_verbosity) > 0)
            VG_(umsg)
        ("note: the program waits by %s, which ends by the real clock: counts may differ from run "
         "to run.\n",
         known.name);
    }
}

} // namespace cg::vg::reproduce
