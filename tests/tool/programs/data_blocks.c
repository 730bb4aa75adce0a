// SPDX-License-Identifier: GPL-2.0-or-later
// Blocks from each function of C that allocates, each of another function of the program, and of
// which each line is read once: 1024 lines, or less those that hold something else, too.
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

enum { line = 64, lines = 1024, bytes = line * lines };

static char table[bytes] __attribute__((aligned(64)));
static char* volatile kept;
static volatile long sum;

// Reads or writes a byte of each line.
__attribute__((noinline)) static void read_lines(const char* block) {
    for (int i = 0; i < lines; ++i)
        sum += block[i * line];
}
__attribute__((noinline)) static void write_lines(char* block) {
    for (int i = 0; i < lines; ++i)
        block[i * line] = (char)i;
}

#define ALLOCATES __attribute__((noinline, noclone)) static void

ALLOCATES by_posix_memalign(void) {
    void* block = 0;
    if (posix_memalign(&block, line, bytes) == 0)
        read_lines(block);
    free(block);
}
ALLOCATES by_aligned_alloc(void) {
    kept = aligned_alloc(line, bytes);
    write_lines(kept);
    free(kept);
}
ALLOCATES by_memalign(void) {
    kept = memalign(line, bytes);
    read_lines(kept);
    free(kept);
}
ALLOCATES by_valloc(void) {
    kept = valloc(bytes);
    read_lines(kept);
    free(kept);
}
// The same block is known as of realloc() when it has grown where it was.
ALLOCATES by_realloc(void) {
    char* block = malloc(1000);
    block = realloc(block, 3000);
    block = realloc(block, bytes);
    kept = block;
    read_lines(kept);
    free(kept);
}
ALLOCATES by_reallocarray(void) {
    kept = reallocarray(0, lines, line);
    read_lines(kept);
    free(kept);
}
// Elements of 96 bytes, of which one word is read.
ALLOCATES by_calloc(void) {
    kept = calloc(1000, 96);
    for (int i = 0; i < 1000; ++i)
        sum += ((int*)(kept + 96 * i))[2];
    free(kept);
}
// A block that is freed, and read all the same: it is known until its place is allocated again.
ALLOCATES by_malloc_freed(void) {
    kept = malloc(bytes);
    free(kept);
    read_lines(kept);
}

int main(void) {
    malloc_trim(0);
    mallopt(M_MMAP_THRESHOLD, 1 << 20); // blocks are not mapped
    mallopt(M_TRIM_THRESHOLD, 1 << 30); // and what is freed stays
    read_lines(table);
    by_posix_memalign();
    by_aligned_alloc();
    by_memalign();
    by_valloc();
    by_realloc();
    by_reallocarray();
    by_calloc();
    by_malloc_freed();
    read_lines(table);
    return sum == 42;
}
