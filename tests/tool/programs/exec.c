// SPDX-License-Identifier: GPL-2.0-or-later
// Runs itself: once in a child, once in its own place.
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char** argv) {
    if (argc > 1)
        return argv[1][0] == 'c' ? 7 : 0;
    const pid_t child = fork();
    if (child == 0) {
        execl(argv[0], argv[0], "child", (char*)0);
        _exit(1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (WEXITSTATUS(status) != 7)
        return 1;
    execl(argv[0], argv[0], "again", (char*)0);
    return 1;
}
