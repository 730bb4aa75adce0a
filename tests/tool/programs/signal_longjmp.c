// SPDX-License-Identifier: GPL-2.0-or-later
// A signal, raised by the program itself, whose handler leaves by longjmp.
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static sigjmp_buf back;
static volatile int caught;

static void on_signal(int signal_number) {
    (void)signal_number;
    ++caught;
    siglongjmp(back, 1);
}

int main(void) {
    signal(SIGUSR1, on_signal);
    for (volatile int i = 0; i < 200; ++i) {
        if (sigsetjmp(back, 1) == 0) {
            raise(SIGUSR1);
            puts("not reached");
        }
    }
    return caught == 200 ? 0 : 1;
}
