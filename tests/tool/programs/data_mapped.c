// SPDX-License-Identifier: GPL-2.0-or-later
// Memory that is mapped, moved, and mapped by another one at the same address: a file, memory
// without a file, a block in its place; a library with data.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { bytes = 1 << 18 };
static volatile long sum;

__attribute__((noinline, noclone)) static void read_lines(const char* block) {
    for (int i = 0; i < bytes; i += 64)
        sum += block[i];
}

static char* map(void* address, int flags, int file) {
    char* const mapped = mmap(address, bytes, PROT_READ | PROT_WRITE,
                              flags | MAP_PRIVATE | (address != 0 ? MAP_FIXED : 0), file, 0);
    if (mapped == MAP_FAILED)
        exit(2);
    return mapped;
}

__attribute__((noinline, noclone)) static void read_library(const char* name) {
    void* const library = dlopen(name, RTLD_NOW);
    if (library == 0) {
        puts(dlerror());
        exit(1);
    }
    read_lines(dlsym(library, "plugin_data"));
    dlclose(library);
}

int main(void) {
    const int file = open("mapped-file", O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || ftruncate(file, bytes) != 0)
        return 1;
    char* const first = map(0, MAP_ANONYMOUS, -1);
    read_lines(first);
    map(first, 0, file);
    read_lines(first);
    map(first, MAP_ANONYMOUS, -1);
    read_lines(first);
    char* const second = map(0, 0, file);
    char* const moved = mremap(second, bytes, 2 * bytes, MREMAP_MAYMOVE);
    read_lines(moved);
    munmap(moved, 2 * bytes);
    read_library("./plugin_data.so");
    read_library("./other_data.so");
    return sum == 42;
}
