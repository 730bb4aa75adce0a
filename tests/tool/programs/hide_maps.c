// SPDX-License-Identifier: GPL-2.0-or-later
// Preloaded by the oracle into GNU diff and grep, and Python (from 3.14 on). They guard against
// stack overflow by reading /proc/self/maps, where a client of Valgrind sees the tool's
// own mappings: how much there is to read depends on the tool. With this, that
// file is missing, and so is mincore(), their second choice.
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

int open(const char* path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const int mode = va_arg(rest, int);
    va_end(rest);
    if (strcmp(path, "/proc/self/maps") == 0) {
        errno = ENOENT;
        return -1;
    }
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int mincore(void* address, size_t length, unsigned char* pages) {
    (void)address, (void)length, (void)pages;
    errno = ENOSYS;
    return -1;
}
