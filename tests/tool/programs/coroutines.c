// SPDX-License-Identifier: GPL-2.0-or-later
// Eight coroutines on stacks in any order, some next to each other, which switch to one another at
// random, from calls of any depth. Each has functions of its own: a path of calls has those of one
// coroutine only. Prints how often each function was called.
#include <stdio.h>
#include <ucontext.h>

enum { count = 8, stack_size = 1 << 15, switches = 2000 };

static char stacks[2 * count][stack_size] __attribute__((aligned(64)));
static ucontext_t main_context, contexts[count];
static int current, switched;
static unsigned seed = 1;
static long calls[count];

static unsigned draw(unsigned limit) {
    seed = seed * 1103515245u + 12345u;
    return (seed >> 16) % limit;
}

__attribute__((noinline)) static void change(void) {
    const int from = current;
    if (++switched == switches)
        swapcontext(&contexts[from], &main_context);
    current = (int)draw(count);
    if (current != from)
        swapcontext(&contexts[from], &contexts[current]);
}

#define COROUTINE(n)                                                                               \
    __attribute__((noinline)) static void nested##n(unsigned depth) {                              \
        ++calls[n];                                                                                \
        change();                                                                                  \
        if (depth != 0)                                                                            \
            nested##n(depth - 1);                                                                  \
        ++*(volatile long*)&calls[n], --*(volatile long*)&calls[n]; /* no tail call */             \
    }                                                                                              \
    static void coroutine##n(void) {                                                               \
        for (;;)                                                                                   \
            nested##n(draw(12));                                                                   \
    }
COROUTINE(0)
COROUTINE(1)
COROUTINE(2)
COROUTINE(3)
COROUTINE(4)
COROUTINE(5)
COROUTINE(6)
COROUTINE(7)

int main(void) {
    static void (*const functions[count])(void) = {coroutine0, coroutine1, coroutine2, coroutine3,
                                                   coroutine4, coroutine5, coroutine6, coroutine7};
    static const int places[count] = {5, 12, 4, 0, 13, 9, 15, 2};
    for (int i = 0; i < count; ++i) {
        getcontext(&contexts[i]);
        contexts[i].uc_stack.ss_sp = stacks[places[i]];
        contexts[i].uc_stack.ss_size = stack_size;
        makecontext(&contexts[i], functions[i], 0);
    }
    swapcontext(&main_context, &contexts[0]);
    for (int i = 0; i < count; ++i)
        printf("nested%d %ld\n", i, calls[i]);
    return 0;
}
