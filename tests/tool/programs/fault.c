// SPDX-License-Identifier: GPL-2.0-or-later
// Faults in the middle of a block, left by siglongjmp: instructions before
// the fault are counted, those after it in the block are not.
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static sigjmp_buf back;
static volatile int caught;
static volatile long before, after;

static void on_fault(int signal_number) {
    (void)signal_number;
    ++caught;
    siglongjmp(back, 1);
}

// One block: stores around the one that faults.
__attribute__((noinline)) static void touch(volatile long* p) {
    before += 1;
    before ^= 3;
    before += 5;
    *p = before;
    after += 1;
    after ^= 3;
    after += 5;
}

int main(void) {
    struct sigaction action = {.sa_handler = on_fault};
    sigaction(SIGSEGV, &action, 0);
    volatile long good = 0;
    for (volatile int i = 0; i < 300; ++i) {
        if (sigsetjmp(back, 1) == 0)
            touch(i % 3 == 0 ? (volatile long*)8 : &good);
    }
    printf("%d faults, %ld, %ld\n", caught, before, after);
    return caught == 100 ? 0 : 1;
}
