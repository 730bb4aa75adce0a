// SPDX-License-Identifier: GPL-2.0-or-later
// Two arrays that are a power of two apart and walked together: their lines have the same slots.
// Then other places, and code that is new.
#include <stdio.h>
#include <stdlib.h>

#ifndef DISTANCE
#    define DISTANCE (1 << 25)
#endif
enum { apart = DISTANCE, length = 1 << 15 };

static long walk(long* a, long* b, int step) {
    long sum = 0;
    for (int i = 0; i < length; i += step) {
        sum += a[i] ^ b[i + 1];
        b[i] = sum;
    }
    return sum;
}

int main(void) {
    char* memory = calloc(2, apart);
    long* a = (long*)memory;
    long* b = (long*)(memory + apart);
    long sum = 0;
    for (int time = 0; time < 40; ++time)
        sum += walk(a, b, 1 + time % 3);
    for (int i = 0; i < length; ++i)
        sum += a[i * 61L % length] + b[i * 127L % length];
    printf("%ld\n", sum);
    free(memory);
    return 0;
}
