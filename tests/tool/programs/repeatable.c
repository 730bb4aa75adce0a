// SPDX-License-Identifier: GPL-2.0-or-later
// Preloaded by the oracle into programs that would otherwise not do the same in each run:
//
// - GNU diff and grep guard against stack overflow by reading /proc/self/maps, where a client of
//   Valgrind sees the tool's own mappings: how much there is to read depends on the tool. Here
//   that file is missing, and so is mincore(), their second choice. Python, from 3.14 on, has
//   the C library read that file, by pthread_getattr_np().
// - xz, from 5.6 on, gives up the right to create files, by Landlock. Where Valgrind lets it,
//   Valgrind's own tool cannot write its profile then. Here the system does not know Landlock.
// - mawk begins its random numbers with the clock, which always shows the same here.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

long syscall(long number, ...) {
    long (*const real)(long, ...) = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
    va_list rest;
    long a[6];
    if (number >= 444 && number <= 446) { // landlock_create_ruleset and its two kin
        errno = ENOSYS;
        return -1;
    }
    va_start(rest, number);
    for (int i = 0; i < 6; ++i)
        a[i] = va_arg(rest, long);
    va_end(rest);
    return real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

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

int pthread_getattr_np(pthread_t thread, pthread_attr_t* attributes) {
    (void)thread, (void)attributes;
    return ENOSYS;
}

time_t time(time_t* result) {
    if (result)
        *result = 1000000000;
    return 1000000000;
}

int clock_gettime(clockid_t clock, struct timespec* result) {
    (void)clock;
    *result = (struct timespec){1000000000, 0};
    return 0;
}

int gettimeofday(struct timeval* restrict result, void* restrict zone) {
    (void)zone;
    *result = (struct timeval){1000000000, 0};
    return 0;
}
