/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Gives up the right to create files in the way that is named, and then counts to a thousand.

       confined landlock | chroot DIR | setuid [kill] | fork DIR

   Its exit status is 77 where the kernel or Valgrind refuses. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef SYS_landlock_create_ruleset
#    define SYS_landlock_create_ruleset 444
#    define SYS_landlock_restrict_self 446
#endif

/* All rights of Landlock's first version, which creating, writing and removing files are among. */
static int landlock(void) {
    const uint64_t handled = (1u << 13) - 1;
    const int rules = (int)syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0);
    return rules >= 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           syscall(SYS_landlock_restrict_self, rules, 0) == 0;
}

__attribute__((noinline)) static int count(volatile int* n) {
    for (*n = 0; *n < 1000;)
        ++*n;
    return *n == 1000;
}

int main(int argc, char** argv) {
    const char* const way = argc > 1 ? argv[1] : "";
    const char* const directory = argc > 2 ? argv[2] : "/";
    int n, confined = 0;
    if (strcmp(way, "landlock") == 0)
        confined = landlock();
    if (strcmp(way, "chroot") == 0 || strcmp(way, "fork") == 0)
        confined = chroot(directory) == 0;
    if (strcmp(way, "setuid") == 0)
        confined = setuid(65534) == 0;
    if (!confined)
        return 77;
    if (strcmp(directory, "kill") == 0) { // by another process, or Valgrind ends in good order
        if (fork() == 0)
            _exit(kill(getppid(), SIGKILL));
        pause();
    }
    if (strcmp(way, "fork") == 0) {
        if (fork() == 0)
            _exit(count(&n) ? 0 : 1);
        wait(NULL);
    }
    return count(&n) ? 0 : 1;
}
