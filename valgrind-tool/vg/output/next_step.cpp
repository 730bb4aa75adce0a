// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/output/next_step.hpp"

#include "vg/core/kernel.hpp"

extern "C" {
// Where the core writes messages: the copy of stderr, or --log-file. It begins with the descriptor,
// which is negative for none. A release without it prints no line.
extern __attribute__((weak)) Int VG_(log_output_sink);
}

namespace cg::vg {
namespace {

bool messages_go_to_terminal() {
    return &VG_(log_output_sink) != nullptr && VG_(log_output_sink) >= 0 &&
           kernel::is_terminal(VG_(log_output_sink));
}

bool is_regular(const HChar* path) {
    struct vg_stat status = {};
    return !sr_isError(VG_(stat)(path, &status)) && VKI_S_ISREG(status.mode);
}

// Returns the path without the directory in which the run was started, where the user will type
// the next command.
const HChar* from_start_directory(const HChar* path) {
    constexpr const HChar* name = "x";
    HChar* const start = VG_(expand_file_name)("--cachegrind-out-file", name);
    const SizeT length = VG_(strlen)(start) - VG_(strlen)(name);
    const bool is_below = VG_(strncmp)(path, start, length) == 0;
    VG_(free)(start);
    return is_below ? path + length : path;
}

// Returns false for a path that a shell or a terminal would not take as it is.
bool is_plain(const HChar* path) {
    if (path[0] == '-')
        return false;
    for (; *path != '\0'; ++path) {
        const HChar c = *path;
        const bool is_letter_or_digit =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!is_letter_or_digit && VG_(strchr)("/._-+,:=@%", c) == nullptr)
            return false;
    }
    return true;
}

} // namespace

void print_next_step(const HChar* path) {
    if (!messages_go_to_terminal() || !is_regular(path))
        return;
    const HChar* const shown = from_start_directory(path);
    if (is_plain(shown))
        VG_(umsg)("Profile: %s (to look at it: cg_show %s)\n", shown, shown);
}

} // namespace cg::vg
