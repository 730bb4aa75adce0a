// SPDX-License-Identifier: GPL-2.0-or-later
// A static program without a C library that calls in every way that needs none: recursion by itself
// and by others, through pointers, tail calls, and out of several functions at once. The processor,
// stepped one instruction at a time (stepcalls.c), and the tool must agree on each path of calls.
#define noinline __attribute__((noinline, noclone))

static volatile long sum;
static void* away[5];

static void leave(int status) {
    __asm__ volatile("syscall" : : "a"(60), "D"(status) : "rcx", "r11", "memory");
    __builtin_unreachable();
}

noinline static long leaf(long x) {
    sum += x;
    return x * 3;
}

noinline static long fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static int is_odd(int n);
noinline static int is_even(int n) {
    return n == 0 ? 1 : (int)leaf(n) * 0 + is_odd(n - 1);
}
noinline static int is_odd(int n) {
    const int even = n == 0 ? 0 : is_even(n - 1);
    sum += even; // what follows makes this a call, not a jump
    return even;
}

noinline static long doubled(long x) {
    sum += x;
    return leaf(2 * x); // a jump
}
noinline static long chain(long x) {
    sum -= x;
    return doubled(x + 1); // a jump, to one that jumps
}

static long (*const table[])(long) = {leaf, doubled, chain};

noinline static void jump_away(void) {
    sum += 1;
    __builtin_longjmp(away, 1);
}
noinline static void deep(int n) {
    if (n == 0 && sum != 1)
        jump_away();
    if (n > 0)
        deep(n - 1);
    sum += n;
}
noinline static void try_deep(int n) {
    if (__builtin_setjmp(away) == 0)
        deep(n);
    else
        leaf(7);
}

__attribute__((force_align_arg_pointer)) void _start(void) {
    long total = fibonacci(9) + is_even(6);
    for (int i = 0; i < 30; ++i)
        total += table[i % 3](i);
    for (int n = 1; n < 4; ++n)
        try_deep(n);
    leave((int)((total + leaf(1)) & 63));
}
