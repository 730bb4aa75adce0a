// SPDX-License-Identifier: GPL-2.0-or-later
// Faults that the handler repairs, so that the instruction is tried again. Each is in a block
// behind an instruction that must not be executed twice. Valgrind keeps the instruction pointer
// up to date for accesses like these (not for plain loads and stores).
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

static char* page;
static volatile int faults;

static void allow(int signal_number) {
    (void)signal_number;
    if (++faults > 100)
        _exit(3); // tried again for ever
    mprotect(page, 4096, PROT_READ | PROT_WRITE);
}

static int wrong;
static void check(const char* what, long runs) {
    printf("%s: %ld\n", what, runs);
    wrong += runs != 1;
}

// A superblock of INSTRUCTIONS, the first of which counts how often it runs. %1 is the page.
#define TRY(what, instructions)                                                                    \
    do {                                                                                           \
        long runs = 0;                                                                             \
        mprotect(page, 4096, PROT_NONE);                                                           \
        __asm__ volatile("jmp 7f\n7: inc %0\n" instructions                                        \
                         : "+r"(runs)                                                              \
                         : "r"(page)                                                               \
                         : "rax", "rbx", "rcx", "rdi", "memory", "cc");                            \
        check(what, runs);                                                                         \
    } while (0)

int main(void) {
    page = mmap(0, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    static char other_stack[1 << 16];
    const stack_t stack = {.ss_sp = other_stack, .ss_size = sizeof other_stack};
    sigaltstack(&stack, 0);
    const struct sigaction action = {.sa_handler = allow, .sa_flags = SA_ONSTACK};
    sigaction(SIGSEGV, &action, 0);
    TRY("lock inc", "lock incl 64(%1)\n");
    TRY("lock xadd", "lock xadd %%eax, 64(%1)\n");
    TRY("lock cmpxchg", "lock cmpxchg %%ecx, 64(%1)\n");
    TRY("xchg", "xchg %%eax, 64(%1)\n");
    TRY("rep stosb", "mov %1, %%rdi\n mov $4, %%ecx\n rep stosb\n");
    TRY("call", "mov %%rsp, %%rbx\n lea 1024(%1), %%rsp\n call 8f\n8: mov %%rbx, %%rsp\n");
    printf("%d faults\n", faults);
    return wrong;
}
