// SPDX-License-Identifier: GPL-2.0-or-later
// The program ends in a signal handler, below atexit functions.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void at_end(void) {
    puts("at the end");
}

static void on_signal(int signal_number) {
    (void)signal_number;
    exit(3);
}

int main(void) {
    atexit(at_end);
    signal(SIGALRM, on_signal);
    raise(SIGALRM);
    return 0;
}
