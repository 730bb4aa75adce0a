// SPDX-License-Identifier: GPL-2.0-or-later
// Prints what the machine tells: cores, clocks, random numbers, limits, names.
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <sys/auxv.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#if defined(__x86_64__)
#    include <cpuid.h>
#    include <x86intrin.h>
#endif

static void print_bytes(const char* what, const unsigned char* bytes, int count) {
    printf("%s", what);
    for (int i = 0; i < count; ++i)
        printf(" %02x", bytes[i]);
    printf("\n");
}

static void print_file(const char* path) {
    char text[4096];
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t size = file < 0 ? -1 : pread(file, text, sizeof text, 0);
    printf("%s %.*s\n", path, size < 0 ? 0 : (int)size, text);
    if (file >= 0)
        close(file);
}

int main(int count, char** arguments) {
    unsigned char bytes[8];
    print_bytes("AT_RANDOM", (const unsigned char*)getauxval(AT_RANDOM), 8);
    if (getrandom(bytes, sizeof bytes, 0) == sizeof bytes)
        print_bytes("getrandom", bytes, 8);
    const int device = open("/dev/urandom", O_RDONLY);
    const struct iovec half = {bytes + 4, 4};
    if (read(device, bytes, 4) == 4 && readv(device, &half, 1) == 4)
        print_bytes("urandom", bytes, 8);
    cpu_set_t cores;
    sched_getaffinity(0, sizeof cores, &cores);
    printf("cores %d %ld %ld %d\n", CPU_COUNT(&cores), sysconf(_SC_NPROCESSORS_ONLN),
           sysconf(_SC_NPROCESSORS_CONF), sched_getcpu());
    CPU_ZERO(&cores);
    CPU_SET(0, &cores);
    printf("affinity %d", sched_setaffinity(0, sizeof cores, &cores));
    CPU_ZERO(&cores);
    CPU_SET(500, &cores);
    printf(" %d\n", sched_setaffinity(0, sizeof cores, &cores));
    printf("time %ld\n", (long)time(NULL));
    struct timespec first, second;
    clock_gettime(CLOCK_MONOTONIC, &first);
    clock_gettime(CLOCK_MONOTONIC, &second);
    printf("monotonic %ld %ld\n", (long)first.tv_sec, second.tv_nsec - first.tv_nsec);
    struct rlimit limit;
    getrlimit(RLIMIT_STACK, &limit);
    printf("stack %ld\n", (long)limit.rlim_cur);
    getrlimit(RLIMIT_NOFILE, &limit);
    printf("files %ld\n", (long)limit.rlim_cur);
    struct utsname names;
    uname(&names);
    printf("uname %s %s\n", names.nodename, names.release);
    struct sysinfo information;
    sysinfo(&information);
    printf("memory %lu\n", information.totalram * information.mem_unit);
#if defined(__x86_64__)
    unsigned a, b, c, d;
    __cpuid(1, a, b, c, d);
    printf("cpu %08x %08x %08lx\n", c, d, getauxval(AT_HWCAP));
    const unsigned long long before = __rdtsc();
    printf("rdtsc %llu\n", __rdtsc() - before);
#endif
    for (int i = 1; i < count; ++i)
        print_file(arguments[i]);
    return 0;
}
