// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/output/kept_file.hpp"

namespace cg::vg {
namespace {

HChar* kept_path = nullptr;
Int kept_fd = -1;

} // namespace

void keep_out_file(const HChar* path) {
    if (kept_fd >= 0)
        return;
    struct vg_stat status = {};
    const bool exists = !sr_isError(VG_(stat)(path, &status));
    if (exists && !VKI_S_ISREG(status.mode))
        return; // opening a pipe may wait for its reader
    constexpr Int owner_only = VKI_S_IRUSR | VKI_S_IWUSR;
    const Int fd = VG_(fd_open)(path, VKI_O_CREAT | VKI_O_RDWR, owner_only);
    if (fd < 0)
        return;
    kept_fd = hide_descriptor(fd);
    kept_path = VG_(strdup)("cachegrind.kept-file", path);
}

Int take_kept_file(const HChar* path) {
    if (kept_fd < 0 || VG_(strcmp)(path, kept_path) != 0)
        return -1;
    const Int fd = kept_fd;
    kept_fd = -1;
    return fd;
}

void drop_kept_file() {
    if (kept_fd >= 0)
        VG_(close)(kept_fd);
    kept_fd = -1;
}

} // namespace cg::vg
