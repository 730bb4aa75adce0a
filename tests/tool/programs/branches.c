// SPDX-License-Identifier: GPL-2.0-or-later
// Branches: patterns that the predictor learns and that it does not, many sites
// that share its entries, conditional moves and loops, jump tables, calls by
// pointer, and returns, which are not counted.
#include <stdio.h>

typedef int (*Function)(int);

static int one(int x) {
    return x + 1;
}
static int two(int x) {
    return x * 2;
}
static int three(int x) {
    return x ^ 3;
}

__attribute__((noinline)) static int table(int x) {
    switch (x & 7) {
    case 0:
        return x + 5;
    case 1:
        return x * 3;
    case 2:
        return x - 7;
    case 3:
        return x ^ 21;
    case 4:
        return x >> 1;
    case 5:
        return x << 1;
    case 6:
        return -x;
    default:
        return ~x;
    }
}

// 200 branch sites in a row, each with a pattern of its own.
#define SITE(n)                                                                                    \
    if (((i * ((n) + 3)) >> ((n) % 5)) & 1)                                                        \
        sum += (n);
#define SITES(n) SITE(n) SITE(n + 1) SITE(n + 2) SITE(n + 3) SITE(n + 4)
#define MORE(n) SITES(n) SITES(n + 5) SITES(n + 10) SITES(n + 15) SITES(n + 20)

int main(void) {
    Function const functions[] = {one, two, three, one};
    volatile unsigned sum = 0;
    unsigned random = 1;
    for (int i = 0; i < 2000; ++i) {
        MORE(1) MORE(30) MORE(60) MORE(90) random = random * 1664525 + 1013904223;
        sum += (unsigned)functions[i % 4]((int)random);
        sum += (unsigned)table((int)(random >> 16));
        if (random & 0x10000 && i % 3)
            sum ^= random;
        __asm__ volatile("1: loop 1b" : : "c"(3L));
        __asm__ volatile("jrcxz 1f\n\tnop\n1:" : : "c"((long)(i & 1)));
    }
    printf("%u\n", sum);
    return 0;
}
