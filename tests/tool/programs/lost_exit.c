// SPDX-License-Identifier: GPL-2.0-or-later
// An exit that Valgrind finds to be needless after the tool has seen it (that of a movaps whose
// address is known to be aligned), and behind it a fault, left by siglongjmp: the instructions up
// to the exit are counted.
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>

static sigjmp_buf back;
static int caught;

static void on_fault(int signal_number) {
    (void)signal_number;
    ++caught;
    siglongjmp(back, 1);
}

// Loads from one of two aligned addresses, which only constants decide.
#define ALIGNED_LOAD                                                                               \
    "jmp 7f\n7: inc %0\n inc %0\n xor %%eax, %%eax\n test %%eax, %%eax\n"                          \
    " mov $0x100000, %%ecx\n mov $0x100100, %%edx\n test %%eax, %%eax\n"                           \
    " cmove %%rdx, %%rcx\n movaps (%%rcx), %%xmm0\n"
#define REST(between)                                                                              \
    long n = 0;                                                                                    \
    __asm__ volatile(ALIGNED_LOAD between " mov (%1), %%ecx\n inc %0\n"                            \
                     : "+r"(n)                                                                     \
                     : "r"(p)                                                                      \
                     : "rax", "rcx", "rdx", "xmm0", "memory", "cc");                               \
    return n

__attribute__((noinline)) static long near(const char* p) {
    REST("inc %0\n");
}
// More instructions between than the tool counts at a time.
__attribute__((noinline)) static long far(const char* p) {
    REST(".rept 12\n inc %0\n .endr\n");
}

int main(void) {
    if (mmap((void*)0x100000, 4096, PROT_READ | PROT_WRITE, MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS,
             -1, 0) == MAP_FAILED)
        return 2;
    signal(SIGSEGV, on_fault);
    for (volatile int i = 0; i < 300; ++i) {
        if (sigsetjmp(back, 1) == 0)
            near((const char*)16);
        if (sigsetjmp(back, 1) == 0)
            far((const char*)16);
    }
    printf("%d faults\n", caught);
    return caught != 600;
}
