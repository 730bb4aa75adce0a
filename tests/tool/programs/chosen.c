// SPDX-License-Identifier: GPL-2.0-or-later
// Counts a chosen part: `work` has a number of instructions known by construction
// (5005), and nothing else but the call is between the two
// requests. Run as C here; chosen_cpp.cpp is the same in C++.
//
//   chosen [twice]    twice: each request is made twice, which is a warning
#include "cachegrind.h"

#include <stdio.h>

void work(void);
__asm__(".text\n"
        ".globl work\n"
        ".type work, @function\n"
        "work:\n"
        "    movl $1000, %ecx\n"
        "    xorl %eax, %eax\n"
        "    xorl %edx, %edx\n"
        "    nop\n"
        "1:  addl $3, %eax\n"
        "    xorl %edx, %eax\n"
        "    nop\n"
        "    decl %ecx\n"
        "    jne 1b\n"
        "    ret\n"
        ".size work, . - work\n");

int main(int argc, char** argv) {
    (void)argv;
    CACHEGRIND_START_INSTRUMENTATION;
    if (argc > 1)
        CACHEGRIND_START_INSTRUMENTATION;
    work();
    CACHEGRIND_STOP_INSTRUMENTATION;
    if (argc > 1)
        CACHEGRIND_STOP_INSTRUMENTATION;
    work(); // not counted
    CACHEGRIND_START_INSTRUMENTATION;
    work();
    CACHEGRIND_STOP_INSTRUMENTATION;
    puts("done");
    return 0;
}
