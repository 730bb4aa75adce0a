// SPDX-License-Identifier: GPL-2.0-or-later
/* Weighs particles. -DSPLIT keeps what is read together together. */
#include <stdio.h>
#include <stdlib.h>

enum { count = 20000 };

struct particle {
    double mass;
    double position[3], velocity[3];
    long kind;
};

struct particles {
#ifdef SPLIT
    double* mass; /* an array of its own: the other members stay where they are */
#endif
    struct particle* all;
};

static struct particles make_particles(void) {
    struct particles p;
    p.all = aligned_alloc(64, count * sizeof *p.all);
#ifdef SPLIT
    p.mass = aligned_alloc(64, count * sizeof *p.mass);
#endif
    for (long i = 0; i < count; i++) {
        p.all[i] = (struct particle){.mass = i % 7, .position = {i, i, i}, .kind = i % 3};
#ifdef SPLIT
        p.mass[i] = p.all[i].mass;
#endif
    }
    return p;
}

static double weigh(const struct particles* p) {
    double sum = 0;
    for (long i = 0; i < count; i++)
#ifdef SPLIT
        sum += p->mass[i];
#else
        sum += p->all[i].mass;
#endif
    return sum;
}

int main(void) {
    struct particles p = make_particles();
    printf("%.0f\n", weigh(&p));
    return 0;
}
