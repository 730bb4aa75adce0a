// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/reproduce/unfixed.hpp"

#include "vg/core/options.hpp"
#include "vg/reproduce/asker.hpp"

namespace cg::vg::reproduce {
namespace {

enum Kind : UInt {
    process_numbers,
    directories,
    sockets,
    timers,
    // Most programs ask for these, and few do otherwise by what they get: with -v.
    first_minor,
    inodes = first_minor,
    users,
    kind_count
};

constexpr const HChar* names[kind_count] = {
    "process numbers", "the order of directories",  "sockets",
    "timers",          "inodes and times of files", "user and group numbers",
};

constexpr UWord no_kind = kind_count;

constexpr struct {
    UWord number;
    Kind kind;
} calls[] = {
    {__NR_getpid, process_numbers},
    {__NR_getppid, process_numbers},
    {__NR_gettid, process_numbers},
    {__NR_getpgid, process_numbers},
    {__NR_getsid, process_numbers},
#ifdef __NR_getpgrp
    {__NR_getpgrp, process_numbers},
#endif
    {__NR_getdents64, directories},
#ifdef __NR_getdents
    {__NR_getdents, directories},
#endif
#ifdef __NR_connect
    {__NR_connect, sockets},
    {__NR_accept4, sockets},
#endif
#ifdef __NR_accept
    {__NR_accept, sockets},
#endif
#ifdef __NR_alarm
    {__NR_alarm, timers},
#endif
    {__NR_setitimer, timers},
    {__NR_timer_settime, timers},
    {__NR_timerfd_settime, timers},
#ifdef __NR_stat
    {__NR_stat, inodes},
    {__NR_lstat, inodes},
#endif
#ifdef __NR_fstat
    {__NR_fstat, inodes},
#endif
#ifdef __NR_newfstatat
    {__NR_newfstatat, inodes},
#endif
#ifdef __NR_statx
    {__NR_statx, inodes},
#endif
#ifdef __NR_stat64
    {__NR_stat64, inodes},
    {__NR_lstat64, inodes},
    {__NR_fstat64, inodes},
    {__NR_fstatat64, inodes},
#endif
    {__NR_getuid, users},
    {__NR_geteuid, users},
    {__NR_getgid, users},
    {__NR_getegid, users},
    {__NR_getgroups, users},
    {__NR_getresuid, users},
    {__NR_getresgid, users},
#ifdef __NR_getuid32
    {__NR_getuid32, users},
    {__NR_geteuid32, users},
    {__NR_getgid32, users},
    {__NR_getegid32, users},
#endif
};

UWord kind_of(const SystemCall& call) {
    for (const auto& known : calls) {
        if (known.number == call.number)
            return known.kind;
    }
#ifdef __NR_socketcall
    constexpr UWord connect = 3, accept = 5, accept4 = 18;
    const UWord what = call.arguments[0];
    if (call.number == __NR_socketcall && (what == connect || what == accept || what == accept4))
        return sockets;
#endif
    return no_kind;
}

constinit bool is_asked[kind_count] = {};

bool says_details() {
    return VG_(clo_verbosity) > 1;
}

// Files are asked for their numbers whenever one is read, too.
bool asks_for(UWord kind, const Asker& asker) {
    if (!asker.is_own)
        return false;
    return kind != inodes || asker.asked[0] == '\0' || VG_(strstr)(asker.asked, "stat") != nullptr;
}

bool opens_for_reading(const SystemCall& call) {
    constexpr UWord access_mode = 3; // reading is 0
    switch (call.number) {
#ifdef __NR_open
    case __NR_open:
        return (call.arguments[1] & access_mode) == 0;
#endif
    case __NR_openat:
        return (call.arguments[2] & access_mode) == 0;
    default:
        return false;
    }
}

} // namespace

void note_unfixed(const SystemCall& call) {
    const UWord kind = kind_of(call);
    constexpr UWord in_progress = 115; // EINPROGRESS: a connection will be made
    if (kind == no_kind || is_asked[kind] || (kind >= first_minor && !says_details()) ||
        (call.failed() && sr_Err(call.result) != in_progress))
        return;
    is_asked[kind] = asks_for(kind, asker_of(call.thread));
}

void note_file(const SystemCall& call) {
    if (!says_details() || call.failed() || !opens_for_reading(call) ||
        !asker_of(call.thread).is_own)
        return;
    struct vg_stat status = {};
    if (VG_(fstat)(static_cast<Int>(call.value()), &status) != 0 || !VKI_S_ISREG(status.mode))
        return;
    HChar link[64], path[1024];
    VG_(sprintf)(link, "/proc/self/fd/%d", static_cast<Int>(call.value()));
    const SSizeT length = VG_(readlink)(link, path, sizeof path - 1);
    if (length <= 0)
        return;
    path[length] = '\0';
    if (begins_with(path, "/proc/") || begins_with(path, "/sys/"))
        return;
    VG_(umsg)("note: the program reads '%s', %lld bytes.\n", path, status.size);
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
