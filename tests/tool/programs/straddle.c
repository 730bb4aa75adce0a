// SPDX-License-Identifier: GPL-2.0-or-later
// References across two lines among others to the same sets, in one block: which
// of them is the least recently used must not depend on what the tool treats as
// one group. Runs long enough for the blocks to get hot.
#include <stdio.h>

enum { stride = 4096, lines = 14 };
static unsigned char area[stride * (lines + 1)] __attribute__((aligned(4096)));

int main(void) {
    unsigned random = 1;
    unsigned long sum = 0;
    for (int i = 0; i < 40000; ++i) {
        random = random * 1664525 + 1013904223;
        const unsigned char* const other = area + stride * ((random >> 12) % lines) + 64;
        const unsigned char* const a = area + stride * ((random >> 16) % lines);
        const unsigned char* const b = area + stride * ((random >> 20) % lines) + 64;
        const unsigned char* const line = area + stride * ((random >> 24) % lines);
        __asm__ volatile("addq (%1), %0\n\taddq 60(%4), %0\n\taddq (%2), %0\n\taddq (%3), %0\n\t"
                         "addq 60(%4), %0\n\taddq 64(%1), %0\n\tincq 60(%2)\n\taddq (%1), %0"
                         : "+r"(sum)
                         : "r"(a), "r"(b), "r"(other), "r"(line)
                         : "memory", "cc");
    }
    printf("%lu\n", sum);
    return 0;
}
