// SPDX-License-Identifier: GPL-2.0-or-later
// Loops that run long enough to be translated again while they run: deep, flat,
// with calls, over arrays that fit the caches and that do not.
#include <stdio.h>
#include <stdlib.h>

static unsigned step(unsigned x) {
    return x * 2654435761U ^ x >> 13;
}
static unsigned (*volatile next)(unsigned) = step;

int main(void) {
    enum { words = 1 << 16 };
    unsigned* const array = calloc(words + 16, sizeof *array);
    unsigned sum = 0;
    for (int i = 0; i < 40; ++i)
        for (int j = 0; j < 40; ++j)
            for (int k = 0; k < 40; ++k)
                sum += (unsigned)(i ^ j ^ k) + array[(i * j + k) & 1023]++;
    for (unsigned i = 0, at = 1; i < 60000; ++i) {
        at = next(at);
        array[at % words] += sum;                             // misses
        sum += *(unsigned*)((char*)array + (at >> 7) % 4096); // straddles
    }
    for (int stride = 1; stride < 600; stride *= 3)
        for (int i = 0; i < words; i += stride)
            array[i] += sum;
    printf("%u\n", sum);
    free(array);
    return 0;
}
