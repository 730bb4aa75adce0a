// SPDX-License-Identifier: GPL-2.0-or-later
// The worked examples of docs/reading.md: each pair of functions gives the same answer.
#include <stdint.h>
#include <stdlib.h>

enum { side = 1024, count = side * side };
static uint32_t matrix[side][side];

// The same instructions, other misses.
__attribute__((noinline)) static uint64_t by_row(void) {
    uint64_t sum = 0;
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x)
            sum += matrix[y][x];
    return sum;
}
__attribute__((noinline)) static uint64_t by_column(void) {
    uint64_t sum = 0;
    for (int x = 0; x < side; ++x)
        for (int y = 0; y < side; ++y)
            sum += matrix[y][x];
    return sum;
}

// The same instructions, other time: a division takes as much as ten additions and more.
__attribute__((noinline)) static uint64_t adding(uint64_t value, uint64_t by) {
    for (int i = 0; i < count; ++i)
        value = (value + by) ^ 1;
    return value;
}
__attribute__((noinline)) static uint64_t dividing(uint64_t value, uint64_t by) {
    for (int i = 0; i < count; ++i)
        value = (value / by) ^ 1;
    return value;
}

// The same branch, predictable and not.
__attribute__((noinline)) static uint64_t count_if(const uint32_t* numbers, uint32_t limit) {
    uint64_t found = 0;
    for (int i = 0; i < count; ++i)
        if (numbers[i] < limit)
            found += numbers[i] ^ found;
    return found;
}

int main(int argc, char** argv) {
    (void)argv;
    uint32_t state = 1;
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x)
            matrix[y][x] = (state = state * 1664525 + 1013904223) >> 8;
    uint64_t answer = by_row() - by_column();
    answer += adding(1, (uint64_t)argc) + dividing(UINT64_MAX, (uint64_t)argc);
    answer += count_if(&matrix[0][0], UINT32_MAX) + count_if(&matrix[0][0], 1 << 23);
    return answer == 42;
}
