// SPDX-License-Identifier: GPL-2.0-or-later
// Two libraries that allocate take turns at one address: plugin_blocks.c under two names.
#include <dlfcn.h>
#include <stdio.h>

int main(void) {
    const char* const names[] = {"./blocks_one.so", "./blocks_two.so"};
    for (int i = 0; i < 4; ++i) {
        void* const library = dlopen(names[i % 2], RTLD_NOW);
        if (library == 0)
            return puts(dlerror()), 1;
        char* (*allocate)(void);
        *(void**)&allocate = dlsym(library, "allocate");
        char* const block = allocate();
        for (int k = 0; k < 1 << 16; k += 64)
            block[k] = 1;
        printf("%p\n", (void*)allocate);
        dlclose(library);
    }
    return 0;
}
