// SPDX-License-Identifier: GPL-2.0-or-later
// Counts numbers by their last bits. With -DREPAIR, the loop does not read the table's members
// anew.
#include <stdio.h>
#include <stdlib.h>

struct tally {
    unsigned* counts;
    unsigned size; // a power of two
};

#ifndef REPAIR
void count(struct tally* t, const unsigned* numbers, unsigned n) {
    for (unsigned i = 0; i < n; ++i)
        ++t->counts[numbers[i] & (t->size - 1)];
}
#else
void count(struct tally* t, const unsigned* numbers, unsigned n) {
    const unsigned mask = t->size - 1;
    for (unsigned i = 0; i < n; ++i)
        ++t->counts[numbers[i] & mask];
}
#endif

int main(void) {
    enum { size = 256, n = 100000 };
    struct tally t = {calloc(size, sizeof(unsigned)), size};
    unsigned* numbers = malloc(n * sizeof(unsigned));
    for (unsigned i = 0; i < n; ++i)
        numbers[i] = i * 2654435761u;
    count(&t, numbers, n);
    printf("%u\n", t.counts[7]);
}
