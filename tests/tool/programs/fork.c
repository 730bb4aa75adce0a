// SPDX-License-Identifier: GPL-2.0-or-later
// Parent and child each write their file, with what both had done before the fork.
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile long work;
__attribute__((noinline)) static void before_fork(void) {
    for (int i = 0; i < 5000; ++i)
        ++work;
}
__attribute__((noinline)) static void in_child(void) {
    for (int i = 0; i < 3000; ++i)
        ++work;
}
__attribute__((noinline)) static void in_parent(void) {
    for (int i = 0; i < 9000; ++i)
        ++work;
}

int main(void) {
    before_fork();
    const pid_t child = fork();
    if (child == 0) {
        in_child();
        _exit(5);
    }
    int status = 0;
    waitpid(child, &status, 0);
    in_parent();
    return WEXITSTATUS(status) == 5 ? 0 : 1;
}
