// SPDX-License-Identifier: GPL-2.0-or-later
// Processes that end in each order, and at the same time: `work` is called as often as the argument
// of each says.
//
//     forks parent-last | child-last | grandchild | together
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile long sink;
__attribute__((noinline)) static void work(int times) {
    for (int i = 0; i < times; ++i)
        ++sink;
}

int main(int argc, char** argv) {
    const char* const order = argc > 1 ? argv[1] : "";
    int ends[2];
    if (pipe(ends) != 0)
        return 1;
    if (strcmp(order, "parent-last") == 0) {
        if (fork() == 0) {
            work(1000);
            return 0;
        }
        wait(NULL);
    } else if (strcmp(order, "child-last") == 0) {
        if (fork() == 0) {
            char byte;
            close(ends[1]);
            if (read(ends[0], &byte, 1) != 0) // until the parent has ended
                return 1;
            work(1000);
            return 0;
        }
    } else if (strcmp(order, "grandchild") == 0) {
        if (fork() == 0) {
            if (fork() == 0) {
                work(500);
                return 0;
            }
            wait(NULL);
            work(500);
            return 0;
        }
        wait(NULL);
    } else if (strcmp(order, "together") == 0) {
        for (int i = 0; i < 8; ++i) {
            if (fork() == 0) {
                char byte;
                close(ends[1]);
                if (read(ends[0], &byte, 1) != 0)
                    return 1;
                work(125);
                return 0;
            }
        }
        close(ends[1]);
        while (wait(NULL) > 0) {
        }
    }
    work(1000);
    return 0;
}
