// SPDX-License-Identifier: GPL-2.0-or-later
// The program that tests/engines/callgrind profiles: parts by request, a thread, and a loop that
// waits to be looked at.
#include <callgrind.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static volatile long sink;

__attribute__((noinline)) void work(int n) {
    for (int i = 0; i < n; i++)
        sink += i;
}

__attribute__((noinline)) void in_thread(void) {
    work(3000);
}

static void* run(void* p) {
    in_thread();
    return p;
}

// Works once for each character that it reads, and says so.
__attribute__((noinline)) void serve(void) {
    char c;
    puts("ready");
    fflush(stdout);
    while (read(0, &c, 1) == 1 && c == 'w') {
        work(100);
        puts("done");
        fflush(stdout);
    }
}

int main(void) {
    pthread_t thread;
    work(1000);
    CALLGRIND_DUMP_STATS_AT("first");
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
    work(2000);
    CALLGRIND_DUMP_STATS;
    serve();
    return 0;
}
