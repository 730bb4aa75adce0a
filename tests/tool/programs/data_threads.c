// SPDX-License-Identifier: GPL-2.0-or-later
// Threads that allocate at the same time, and use their stacks: each gives way in the middle of its
// work, also between its calls of malloc().
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

enum { threads = 4, blocks = 200, bytes = 6400 };

__attribute__((noinline, noclone)) static char* allocate_one(void) {
    return malloc(bytes);
}

__attribute__((noinline, noclone)) static long use_stack(int n) {
    volatile char on_stack[65536];
    long sum = 0;
    for (unsigned i = 0; i < sizeof on_stack; i += 64)
        on_stack[i] = (char)n;
    for (unsigned i = 0; i < sizeof on_stack; i += 64)
        sum += on_stack[i];
    return sum;
}

static void* run(void* argument) {
    char* kept[blocks];
    long sum = 0;
    for (int i = 0; i < blocks; ++i) {
        kept[i] = allocate_one();
        if (i % 16 == 0)
            sched_yield();
        for (int k = 0; k < bytes; k += 64)
            kept[i][k] = (char)i;
    }
    sum += use_stack((int)(long)argument);
    for (int i = 0; i < blocks; ++i)
        free(kept[i]);
    return (void*)sum;
}

int main(void) {
    pthread_t started[threads];
    long sum = 0;
    for (long i = 0; i < threads; ++i)
        pthread_create(&started[i], 0, run, (void*)i);
    for (int i = 0; i < threads; ++i) {
        void* result = 0;
        pthread_join(started[i], &result);
        sum += (long)result;
    }
    return sum == 42;
}
