// SPDX-License-Identifier: GPL-2.0-or-later
// Executes another program in each way; before that it calls `work`, and after it if it fails or is
// done by a child.
//
//     executes execve | execveat | fexecve | vfork | spawn | missing   PROGRAM
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile long sink;
__attribute__((noinline)) static void work(void) {
    for (int i = 0; i < 1000; ++i)
        ++sink;
}

int main(int argc, char** argv) {
    if (argc < 3)
        return 2;
    const char* const way = argv[1];
    char* const program = argv[2];
    char* arguments[] = {program, NULL};
    char* environment[] = {NULL};
    work();
    if (strcmp(way, "execve") == 0)
        execve(program, arguments, environment);
    if (strcmp(way, "execveat") == 0)
        syscall(SYS_execveat, AT_FDCWD, program, arguments, environment, 0);
    if (strcmp(way, "fexecve") == 0)
        fexecve(open(program, O_RDONLY | O_CLOEXEC), arguments, environment);
    if (strcmp(way, "vfork") == 0) {
        if (vfork() == 0) {
            execve(program, arguments, environment);
            _exit(1);
        }
        wait(NULL);
        work();
        return 0;
    }
    if (strcmp(way, "spawn") == 0) {
        pid_t child;
        if (posix_spawn(&child, program, NULL, NULL, arguments, environment) != 0)
            return 1;
        wait(NULL);
        work();
        return 0;
    }
    if (strcmp(way, "missing") == 0) {
        execve("/nonexistent/program", arguments, environment);
        execve("/", arguments, environment);
        execve("/dev/null", arguments, environment);
        syscall(SYS_execve, NULL, arguments, environment);
        work();
        return 0;
    }
    return 1;
}
