// SPDX-License-Identifier: GPL-2.0-or-later
// A program that runs for hours: code is generated, run and discarded again and again, and
// each time it is other code; libraries come and go; processes are forked.
//
//   churn code|library|fork ROUNDS
//
// Prints how many kilobytes of memory the process has after a tenth of the rounds
// and after all.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "valgrind.h"

enum { page = 4096 };

static int fail(const char* what) {
    puts(what);
    exit(1);
}

static long resident_kilobytes(void) {
    char line[256];
    long kilobytes = 0;
    FILE* const status = fopen("/proc/self/status", "r");
    while (status != 0 && fgets(line, sizeof line, status) != 0)
        sscanf(line, "VmRSS: %ld", &kilobytes);
    if (status != 0)
        fclose(status);
    return kilobytes;
}

// Blocks of a few additions, each left by a branch to the next: a different number
// of them, of different lengths, in each round.
static void churn_code(unsigned round) {
    static unsigned char* code = 0;
    if (code == 0)
        code =
            mmap(0, page, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    unsigned char* end = code;
    *end++ = 0x31, *end++ = 0xc0; // xor eax, eax
    const unsigned blocks = 1 + round % 13;
    unsigned expected = 0;
    for (unsigned i = 0; i < blocks; ++i) {
        const unsigned additions = 1 + (round / 13 + i) % 17;
        for (unsigned j = 0; j < additions; ++j, ++expected) {
            memcpy(end, "\x83\xc0\x01", 3); // add eax, 1
            end += 3;
        }
        memcpy(end, "\x75\x00", 2); // jne to what follows
        end += 2;
    }
    *end++ = 0xc3;
    unsigned (*function)(void);
    *(void**)&function = code;
    if (function() != expected)
        fail("wrong sum");
    VALGRIND_DISCARD_TRANSLATIONS(code, end - code);
}

static void churn_library(unsigned round) {
    void* const library = dlopen(round % 2 ? "./plugin.so" : "./plugin_O0.so", RTLD_NOW);
    if (library == 0)
        fail(dlerror());
    int (*work)(int);
    *(void**)&work = dlsym(library, "plugin_work");
    work((int)(round % 5));
    dlclose(library);
}

static void churn_fork(unsigned round) {
    const pid_t child = fork();
    if (child == 0)
        _exit((int)(round % 7));
    int status = 0;
    waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != (int)(round % 7))
        fail("the child failed");
}

int main(int argc, char** argv) {
    const char* const kind = argc == 3 ? argv[1] : "";
    const unsigned rounds = argc == 3 ? (unsigned)atoi(argv[2]) : 0;
    void (*churn)(unsigned) = 0;
    if (strcmp(kind, "code") == 0)
        churn = churn_code;
    if (strcmp(kind, "library") == 0)
        churn = churn_library;
    if (strcmp(kind, "fork") == 0)
        churn = churn_fork;
    if (churn == 0)
        fail("usage: churn code|library|fork ROUNDS");
    long early = 0;
    for (unsigned round = 0; round < rounds; ++round) {
        if (round == rounds / 10)
            early = resident_kilobytes();
        churn(round);
    }
    printf("%ld %ld\n", early, resident_kilobytes());
    return 0;
}
