// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/confinement.hpp"

#include "vg/output/kept_file.hpp"
#include "vg/output/out_name.hpp"

namespace cg::vg {
namespace {

// The number of the system call is the same on every processor. Older headers of Valgrind do not
// have it.
constexpr UInt landlock_restrict_self = 446;

// Returns true for system calls by which root gives up its rights. Programs of other users call
// these, too, but lose no rights; their file should not be created before the profile is complete.
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

} // namespace

void before_confinement(UInt number) {
    if (number == landlock_restrict_self || number == __NR_chroot || changes_user(number))
        keep_out_file(out_name());
}

} // namespace cg::vg
