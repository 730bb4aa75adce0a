// SPDX-License-Identifier: GPL-2.0-or-later
// Reads and writes as often as it is compiled to, and loads as many lines of 64 bytes: percentages
// of the closing summary that are an exact half between two that could be printed. Has no library,
// so that nothing else is counted, and ends by a trap.
//
// READS of which READ_MISSES load a line; WRITES and WRITE_MISSES.
#ifndef READS
#    define READS 2000
#    define READ_MISSES 785 // 39.25 %
#    define WRITES 2000
#    define WRITE_MISSES 161 // 8.05 %
#endif

static volatile char area[64 * 8192] __attribute__((aligned(64)));

__attribute__((noreturn)) void _start(void) {
    volatile char* at = area;
    for (int i = 0; i < READ_MISSES; ++i, at += 64)
        (void)*at;
    at -= 64;
    for (int i = READ_MISSES; i < READS; ++i)
        (void)*at;
    at += 64;
    for (int i = 0; i < WRITE_MISSES; ++i, at += 64)
        *at = 0;
    at -= 64;
    for (int i = WRITE_MISSES; i < WRITES; ++i)
        *at = 0;
    __builtin_trap();
}
