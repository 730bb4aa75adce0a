// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/confinement.hpp"

#include "vg/core/options.hpp"
#include "vg/output/kept_file.hpp"

namespace cg::vg {
namespace {

// The number of the system call is the same on every processor. Older headers of Valgrind do not
// have it.
constexpr UInt landlock_restrict_self = 446;

// Returns true for system calls by which root gives up its rights. Programs of other users call
// these, too, but lose no rights; their file should not be emptied before the profile is complete.
bool changes_user(UInt number) {
    switch (number) {
    case __NR_setuid:
    case __NR_setreuid:
    case __NR_setresuid:
#ifdef __NR_setuid32
    case __NR_setuid32:
    case __NR_setreuid32:
    case __NR_setresuid32:
#endif
        return VG_(geteuid)() == 0;
    default:
        return false;
    }
}

void before_system_call(ThreadId /*thread*/, UInt number, UWord* /*arguments*/,
                        UInt /*argument_count*/) {
    if (number != landlock_restrict_self && number != __NR_chroot && !changes_user(number))
        return;
    HChar* const path = VG_(expand_file_name)("--cachegrind-out-file", options.out_file);
    keep_out_file(path);
    VG_(free)(path);
}

void after_system_call(ThreadId /*thread*/, UInt /*number*/, UWord* /*arguments*/,
                       UInt /*argument_count*/, SysRes /*result*/) {
}

void in_child(ThreadId /*thread*/) {
    drop_kept_file();
}

} // namespace

void watch_confinement() {
    VG_(needs_syscall_wrapper)(before_system_call, after_system_call);
    VG_(atfork)(nullptr, nullptr, in_child);
}

} // namespace cg::vg
