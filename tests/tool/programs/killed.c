// SPDX-License-Identifier: GPL-2.0-or-later
// Killed by a signal: Valgrind lets the tool write its file, then dies of it.
#include <signal.h>
#include <stdio.h>

int main(void) {
    for (volatile int i = 0; i < 1000; ++i) {
    }
    raise(SIGTERM);
    puts("not reached");
    return 0;
}
