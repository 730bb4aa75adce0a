// SPDX-License-Identifier: GPL-2.0-or-later
// REP-prefixed instructions: each iteration counts; none when the count is 0.
#include <stdio.h>

static char from[300], to[300];

int main(void) {
    long left = 0;
    for (long n = 0; n < 130; n = n * 3 / 2 + 1) {
        void *d = to + 3, *s = from + 1;
        long c = n;
        __asm__ volatile("rep stosb" : "+D"(d), "+c"(c) : "a"('x') : "memory");
        d = to + 60, c = n / 8;
        __asm__ volatile("rep stosq" : "+D"(d), "+c"(c) : "a"(1L) : "memory");
        d = to + 5, c = n;
        __asm__ volatile("rep movsb" : "+D"(d), "+S"(s), "+c"(c) : : "memory");
        d = to, s = from + 30, c = n / 4;
        __asm__ volatile("rep movsl" : "+D"(d), "+S"(s), "+c"(c) : : "memory");
        d = to, c = n;
        __asm__ volatile("repne scasb" : "+D"(d), "+c"(c) : "a"('x') : "memory", "cc");
        left += c;
        d = to, s = from, c = n;
        __asm__ volatile("repe cmpsb" : "+D"(d), "+S"(s), "+c"(c) : : "memory", "cc");
        left += c;
        __asm__ volatile("std\n\tmovsb\n\tcld" : "+D"(d), "+S"(s) : : "memory");
        __asm__ volatile("lodsb" : "+S"(s) : : "memory", "rax");
    }
    printf("%ld\n", left);
    return 0;
}
