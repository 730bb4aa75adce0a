// SPDX-License-Identifier: GPL-2.0-or-later
/* A step of a two-dimensional simulation: each sweep copies the columns of four fields into rows.
   -DBLOCKED copies squares of 8 x 8 numbers, which are whole cache lines on both sides. */
#include <stdio.h>

enum { size = 1000, fields = 2, sweeps = 2 };

static double grid[fields][size][size], rows[fields][size][size];

#ifdef BLOCKED
enum { block = 8 }; /* numbers in a cache line of 64 bytes */
#else
enum { block = size };
#endif

static void gather_columns(void) {
    for (int f = 0; f < fields; f++)
        for (int i = 0; i < size; i += block)
            for (int j = 0; j < size; j += block)
                for (int x = i; x < i + block; x++)
                    for (int y = j; y < j + block; y++)
                        rows[f][x][y] = grid[f][y][x];
}

static void advance(void) {
    for (int f = 0; f < fields; f++)
        for (int x = 0; x < size; x++)
            for (int y = 1; y < size; y++)
                rows[f][x][y] += rows[f][x][y - 1] / 2;
}

static void sweep(void) {
    gather_columns();
    advance();
}

int main(void) {
    for (int i = 0; i < sweeps; i++) {
        grid[0][i][i] = i + 1;
        sweep();
    }
    printf("%g\n", rows[0][1][8]);
    return 0;
}
