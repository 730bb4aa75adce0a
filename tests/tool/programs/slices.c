// SPDX-License-Identifier: GPL-2.0-or-later
// Runs long without a system call, so that a slice of the core is as long as --scheduling-quantum
// lets it be.
//
//   slices references   160 million references to memory, in rounds that each load a set of a cache
//                       and then write to two lines of it
//   slices calls        half a million calls, one in the other
//   slices limited      the same, with a limit of memory 8 MiB above what the process has
//   slices threads      two threads that each do so, and take turns
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static char area[1 << 18] __attribute__((aligned(4096)));

__attribute__((noinline)) static void spin(volatile char* place, int n) {
    while (n-- != 0) {
        place[0] = 1;
        place[1] = 2;
        place[2] = 3;
        place[3] = 4;
    }
}

__attribute__((noinline)) static void load_set(volatile char* set) {
    for (int i = 2; i < 20; ++i)
        set[4096 * i] = 1;
}

__attribute__((noinline)) static void write_two(volatile char* set) {
    for (int i = 0; i < 20000; ++i) {
        set[0] = 1;
        set[4096] = 2;
    }
}

static void references(void) {
    for (int round = 0; round < 16; ++round) {
        load_set(area);
        spin(area + 64, 2500000);
        write_two(area);
    }
}

static volatile int sink;

__attribute__((noinline)) static int down(int n) {
    const int below = n == 0 ? 0 : down(n - 1) + 1;
    sink = below;
    return below;
}

static void* calls(void* depth) {
    down(*(int*)depth);
    return NULL;
}

// The calls need no more memory for their own stack then.
__attribute__((noinline)) static void grow_stack(void) {
    volatile char bytes[40 << 20];
    for (size_t i = sizeof bytes; i >= 4096; i -= 4096)
        bytes[i - 1] = 0;
}

static void limit_memory(void) {
    unsigned long pages = 0;
    FILE* file = fopen("/proc/self/statm", "r");
    if (file == NULL || fscanf(file, "%lu", &pages) != 1)
        abort();
    fclose(file);
    const rlim_t bytes = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + (8 << 20);
    const struct rlimit limit = {bytes, bytes};
    if (setrlimit(RLIMIT_AS, &limit) != 0)
        abort();
}

int main(int argc, char** argv) {
    const char* what = argc > 1 ? argv[1] : "";
    int depth = 500000; // needs --main-stacksize
    if (strcmp(what, "references") == 0) {
        references();
    } else if (strcmp(what, "calls") == 0) {
        calls(&depth);
    } else if (strcmp(what, "limited") == 0) {
        grow_stack();
        limit_memory();
        calls(&depth);
    } else {
        pthread_t id[2];
        pthread_attr_t attributes;
        pthread_attr_init(&attributes);
        pthread_attr_setstacksize(&attributes, (size_t)1 << 26);
        depth = 250000;
        for (int i = 0; i < 2; ++i)
            if (pthread_create(&id[i], &attributes, calls, &depth) != 0)
                abort();
        for (int i = 0; i < 2; ++i)
            pthread_join(id[i], NULL);
    }
    return 0;
}
