// SPDX-License-Identifier: GPL-2.0-or-later
// Blocks that were allocated before counting begins, and read after it; a part is written between
// the first block and the second one.
#include "cachegrind.h"
#include "callgrind.h"

#include <stdlib.h>

enum { bytes = 65536 };
static volatile long sum;

__attribute__((noinline, noclone)) static void read_lines(const char* block) {
    for (int i = 0; i < bytes; i += 64)
        sum += block[i];
}
__attribute__((noinline, noclone)) static char* first_block(void) {
    return aligned_alloc(64, bytes);
}
__attribute__((noinline, noclone)) static char* second_block(void) {
    return aligned_alloc(64, bytes);
}

int main(void) {
    char* const first = first_block();
    char* const second = second_block();
    CACHEGRIND_START_INSTRUMENTATION;
    read_lines(first);
    CALLGRIND_DUMP_STATS;
    read_lines(second);
    CACHEGRIND_STOP_INSTRUMENTATION;
    free(first);
    char* const third = first_block();
    CACHEGRIND_START_INSTRUMENTATION;
    read_lines(third);
    return sum == 42;
}
