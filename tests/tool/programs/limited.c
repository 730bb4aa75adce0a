// SPDX-License-Identifier: GPL-2.0-or-later
// limited threads N: N threads exist at the same time, and each has called functions.
// limited lower N: lowers the limit of its memory to N MiB, and goes on with code that has not run
// before.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static pthread_barrier_t all;

static int depth_of(int n) {
    return n == 0 ? 0 : 1 + depth_of(n - 1);
}

static void* run(void* unused) {
    (void)unused;
    volatile int depth = depth_of(50);
    pthread_barrier_wait(&all);
    depth = depth_of(depth);
    return NULL;
}

static int run_threads(int count) {
    pthread_t* threads = malloc(sizeof *threads * count);
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 1 << 16);
    pthread_barrier_init(&all, NULL, count);
    for (int i = 0; i < count; ++i) {
        if (pthread_create(&threads[i], &small, run, NULL) != 0) {
            fprintf(stderr, "only %d threads\n", i);
            exit(3);
        }
    }
    for (int i = 0; i < count; ++i)
        pthread_join(threads[i], NULL);
    free(threads);
    return 0;
}

static int compare(const void* left, const void* right) {
    return strcmp(left, right);
}

static int run_limited(int mebibytes) {
    static char words[64][16];
    const rlim_t bytes = (rlim_t)mebibytes << 20;
    const struct rlimit lower = {bytes, bytes};
    if (setrlimit(RLIMIT_AS, &lower) != 0)
        return 2;
    for (int i = 0; i < 64; ++i)
        snprintf(words[i], sizeof words[i], "%x %.3f", i * 2654435761u, i / 7.0);
    qsort(words, 64, sizeof words[0], compare);
    return strtod(words[0], NULL) < 0 ? 4 : 0;
}

int main(int argc, char** argv) {
    if (argc != 3)
        return 1;
    const int n = atoi(argv[2]);
    return strcmp(argv[1], "threads") == 0 ? run_threads(n) : run_limited(n);
}
