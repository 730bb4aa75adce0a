// SPDX-License-Identifier: GPL-2.0-or-later
// Functions of one name: static ones of two files that are called util.c both, and one of a library
// that is loaded. Some call themselves or each other, some are only jumped to.
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int first(int n);
int second(int n);

__attribute__((noinline)) static int work(int n) {
    volatile int sum = 0;
    for (int i = 0; i < n; ++i)
        sum += i;
    return sum;
}

// A tail call: jumped to where the compiler may.
__attribute__((noinline)) static int passed_on(int n) {
    return work(n + 1);
}

int main(int argc, char** argv) {
    int sum = first(4) + second(6) + work(10) + passed_on(20);
    if (argc > 1) {
        void* library = dlopen(argv[1], RTLD_NOW);
        int (*entry)(int, int (*)(int)) = 0;
        if (library)
            *(void**)&entry = dlsym(library, "work");
        sum += entry ? entry(30, second) : 0;
    }
    printf("%d %zu\n", sum, strlen(argv[0]));
    return 0;
}
