// SPDX-License-Identifier: GPL-2.0-or-later
// Locked instructions: compare and swap of 1 to 16 bytes, that wins and that
// loses, exchange, add, and locked read-modify-write; aligned and across lines.
#include <stdio.h>
#include <string.h>

static unsigned char area[256] __attribute__((aligned(64)));

__attribute__((target("cx16"))) static int swap16(void* where, unsigned long low) {
    unsigned long a = 0, d = 0;
    unsigned char won;
    __asm__ volatile("lock cmpxchg16b (%[p])\n\tsete %[won]"
                     : [won] "=r"(won), "+a"(a), "+d"(d)
                     : [p] "r"(where), "b"(low), "c"(low + 1)
                     : "memory", "cc");
    return won;
}

int main(void) {
    int won = 0;
    for (int i = 0; i < 100; ++i) {
        memset(area, i % 2, sizeof area);
        won += swap16(area + 16 * (i % 8), (unsigned long)i);
        unsigned* const word = (unsigned*)(area + i % 124); // some run across a line
        unsigned old = 0;
        won += __atomic_compare_exchange_n((int*)area, (int*)&old, 5, 0, __ATOMIC_SEQ_CST,
                                           __ATOMIC_SEQ_CST);
        __asm__ volatile("lock incl %0\n\tlock addl $3, %0\n\tlock xaddl %1, %0\n\t"
                         "lock btsl $4, %0\n\txchgl %1, %0\n\tlock negl %0"
                         : "+m"(*word), "+r"(old)
                         :
                         : "cc");
        __asm__ volatile("lock cmpxchg8b %0"
                         : "+m"(*(long*)(area + 8 * (i % 8)))
                         : "a"(0), "d"(0), "b"(1), "c"(2)
                         : "cc", "memory");
        __asm__ volatile("lock cmpxchgb %b1, %0" : "+m"(area[i]) : "r"(9), "a"(1) : "cc");
    }
    printf("%d\n", won);
    return 0;
}
