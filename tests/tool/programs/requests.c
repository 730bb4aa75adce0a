// SPDX-License-Identifier: GPL-2.0-or-later
// Pairs of requests next to each other, and with -DWORK two that have eight instructions between
// them. Compiled by tool.bats at each level of optimisation, and for other
// processors.
#include "cachegrind.h"
#include "callgrind.h"

#ifdef WORK
static volatile long sink;
#    define FIVE __asm__ volatile("nop\n nop\n nop\n nop\n nop")
#    ifdef __x86_64__
#        define ONE __asm__ volatile("incq %0" : "+m"(sink) : : "cc")
#    else
#        define ONE __asm__ volatile("nop")
#    endif
#    define TWO __asm__ volatile("nop\n nop")
#else
#    define FIVE
#    define ONE
#    define TWO
#endif

int main(void) {
#ifdef WORK
    sink = 2;
#endif
    for (int i = 0; i < 3; i++) {
        CACHEGRIND_START_INSTRUMENTATION;
        CACHEGRIND_STOP_INSTRUMENTATION;
    }
    CACHEGRIND_START_INSTRUMENTATION;
    FIVE;
    ONE;
    CACHEGRIND_STOP_INSTRUMENTATION;
    CALLGRIND_START_INSTRUMENTATION;
    CALLGRIND_STOP_INSTRUMENTATION;
    CALLGRIND_TOGGLE_COLLECT;
    TWO;
    CALLGRIND_TOGGLE_COLLECT;
    return 0;
}
