// SPDX-License-Identifier: GPL-2.0-or-later
// Four threads that count: the totals must hold together, although no two runs
// are the same.
#include <pthread.h>
#include <stdio.h>

static volatile long counters[4][16];

static void* count(void* which) {
    volatile long* const counter = counters[(long)which];
    for (int i = 0; i < 100000; ++i)
        ++*counter;
    return 0;
}

int main(void) {
    pthread_t threads[4];
    long sum = 0;
    for (long i = 0; i < 4; ++i)
        pthread_create(&threads[i], 0, count, (void*)i);
    for (int i = 0; i < 4; ++i) {
        pthread_join(threads[i], 0);
        sum += counters[i][0];
    }
    printf("%ld\n", sum);
    return sum == 400000 ? 0 : 1;
}
