// SPDX-License-Identifier: GPL-2.0-or-later
// Moves particles, whose members are arrays. With -DPADDED each begins elsewhere in its page.
#include <stdio.h>
#include <stdlib.h>

enum { count = 20000, steps = 10 };

#ifdef PADDED
enum { padding = 7 * 64 };
#else
enum { padding = 0 };
#endif

static double *x, *y, *z, *vx, *vy, *vz, *ax, *ay, *az;

// Each of the arrays begins later in its page than the one before it.
static double* start(char* memory) {
    static size_t place = 0;
    place += padding;
    return (double*)(memory + place);
}

static void make(void) {
    const size_t size = count * sizeof(double) + 9 * padding;
    x = start(malloc(size));
    y = start(malloc(size));
    z = start(malloc(size));
    vx = start(malloc(size));
    vy = start(malloc(size));
    vz = start(malloc(size));
    ax = start(malloc(size));
    ay = start(malloc(size));
    az = start(malloc(size));
    for (int i = 0; i < count; ++i) {
        x[i] = y[i] = z[i] = i;
        vx[i] = vy[i] = vz[i] = 0;
        ax[i] = ay[i] = az[i] = 1.0 / (1 + i);
    }
}

static void move(double dt) {
    for (int i = 0; i < count; ++i) {
        vx[i] += ax[i] * dt;
        vy[i] += ay[i] * dt;
        vz[i] += az[i] * dt;
        x[i] += vx[i] * dt;
        y[i] += vy[i] * dt;
        z[i] += vz[i] * dt;
    }
}

int main(void) {
    make();
    for (int step = 0; step < steps; ++step)
        move(0.01);
    printf("%f\n", x[1] + y[1] + z[1]);
    return 0;
}
