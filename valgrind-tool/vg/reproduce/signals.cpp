// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/reproduce/signals.hpp"

#include "vg/core/kernel.hpp"
#include "vg/core/valgrind.hpp"

namespace cg::vg::reproduce {
namespace {

constexpr UWord set_size = 8; // of the kernel's sets of signals, in bytes

bool is_ignored(UWord number) {
    vki_sigaction_fromK_t action = {};
    const SysRes asked =
        kernel::call(__NR_rt_sigaction, number, 0, kernel::word(&action), set_size);
    return !sr_isError(asked) && action.ksa_handler == VKI_SIG_IGN;
}

} // namespace

void start_signals() {
    constexpr UWord last = 8 * set_size;
    for (UWord number = 1; number <= last; ++number) {
        if (number == VKI_SIGHUP || !is_ignored(number))
            continue;
        const vki_sigaction_toK_t by_default = {};
        kernel::call(__NR_rt_sigaction, number, kernel::word(&by_default), 0, set_size);
    }
    const ULong none = 0;
    kernel::call(__NR_rt_sigprocmask, VKI_SIG_SETMASK, kernel::word(&none), 0, set_size);
}

} // namespace cg::vg::reproduce
