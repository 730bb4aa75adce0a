// SPDX-License-Identifier: GPL-2.0-or-later
// Code whose data is in no cache at first, each time that it runs, and in all of them later. When
// it has become hot, generated code calls the simulation without looking.
enum { lines = 1 << 16, line = 64, few = 4096, times = 100 };
static volatile char from[lines * line], to[lines * line];

// One address.
__attribute__((noinline)) void visit(long stride, long n) {
    for (long i = 0; i < n; ++i)
        (void)from[i * stride];
}

// Two.
__attribute__((noinline)) void copy(long stride, long n) {
    for (long i = 0; i < n; ++i)
        to[i * stride] = from[i * stride];
}

int main(void) {
    visit(line, lines);
    for (int i = 0; i < times; ++i)
        visit(1, few);
    copy(line, lines);
    for (int i = 0; i < times; ++i)
        copy(1, few);
    return 0;
}
