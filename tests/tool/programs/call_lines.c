// SPDX-License-Identifier: GPL-2.0-or-later
// Calls of which tests know the lines, by the comments at their ends.

#include "callgrind.h"

#include <stdlib.h>

#define APART __attribute__((noinline, noclone, used))

static volatile int sink;

APART static void leaf(int n) {
    for (int i = 0; i < n; i++)
        sink += i;
}

APART static void other(void) {
    sink++;
}

APART static void jumps(int n) {
    sink++;
    leaf(n); // the jump
}

APART static void nested(int depth) {
    if (depth == 0) {
        leaf(1); // innermost
        return;
    }
    nested(depth - 1); // first
    nested(depth - 1); // second
    sink++;
}

static void (*volatile indirect)(int) = leaf;

#line 1 "inlined.h"
__attribute__((always_inline)) static inline void inlined(void) {
    other(); // line 2
    sink++;
}
#line 44 "call_lines.c"

APART static void loops(void) {
    for (int i = 0; i < 10; i++)
        leaf(5); // first loop
    for (int i = 0; i < 20; i++)
        leaf(50); // second loop
    other();      // beside
    inlined();
    for (int i = 0; i < 7; i++)
        indirect(6); // indirect
    sink++;
}

APART static void ends(int n) {
    leaf(n); // before the end
    if (n == 3)
        exit(0);
    sink++;
}

APART static void counts(int n) {
    leaf(n); // first half
    if (n == 2)
        CALLGRIND_DUMP_STATS;
    if (n == 3)
        CALLGRIND_ZERO_STATS;
    leaf(10 * n); // second half
    sink++;
}

APART static void parts(void) {
    counts(1); // whole
    counts(2); // until the dump
    counts(3); // from the zero
    counts(4); // last
    sink++;
}

int main(int argc, char** argv) {
    (void)argv;
    if (argc > 1)
        parts();
    loops();
    loops(); // again
    jumps(4);
    nested(4);
    ends(2); // returns
    ends(3); // ends here
    sink++;
    return 0;
}
