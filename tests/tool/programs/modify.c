// SPDX-License-Identifier: GPL-2.0-or-later
// Which writes are counted: a write after a read of the same bytes in the same
// instruction is not. Pushes and pops of memory, moves from memory to memory,
// bit tests, and all of them across lines.
#include <stdio.h>

static unsigned char area[256] __attribute__((aligned(64)));

int main(void) {
    for (int round = 0; round < 50; ++round) {
        for (int offset = 0; offset < 128; offset += 7) {
            unsigned long* const p = (unsigned long*)(area + offset);
            __asm__ volatile("incl %0\n\tnotb %0\n\taddw $300, %0\n\tnegq %0\n\t"
                             "shll $3, %0\n\trorq $5, %0\n\txorb $1, %0\n\tsbbl $0, %0\n\t"
                             "btsq $9, %0\n\tbtcl $3, %0\n\tsetc %0"
                             : "+m"(*p)
                             :
                             : "cc");
            __asm__ volatile("subq $128, %%rsp\n\tpushq (%0)\n\tpopq 8(%0)\n\tpushq 3(%0)\n\t"
                             "popq 3(%0)\n\taddq $128, %%rsp"
                             :
                             : "r"(p)
                             : "memory", "cc");
            __asm__ volatile("movq (%0), %%rax\n\tmovq %%rax, (%0)\n\t" // two instructions: both
                             "xaddl %%eax, (%0)\n\txchgq %%rax, 5(%0)\n\t"
                             "cmpxchgl %%eax, (%0)\n\tbtsl %%eax, %%ecx\n\tbtsq %%rcx, (%0)"
                             :
                             : "r"(p), "c"(17)
                             : "rax", "memory", "cc");
            __asm__ volatile("movq %0, %%rsi\n\tleaq 1(%0), %%rdi\n\tmovsb\n\tmovsq\n\tstosl"
                             :
                             : "r"(p)
                             : "rsi", "rdi", "memory");
        }
    }
    printf("%d\n", area[9]);
    return 0;
}
