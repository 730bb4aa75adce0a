// SPDX-License-Identifier: GPL-2.0-or-later
// dlopen and dlclose in a loop: translations and debug information come and go, and libraries take
// turns at one address. Two of them differ in names only, which the core stores at the same
// addresses then.
#include <dlfcn.h>
#include <stdio.h>

int main(void) {
    const char* const names[] = {"./plugin.so", "./others.so", "./plugin_O0.so"};
    long sum = 0;
    for (int i = 0; i < 12; ++i) {
        void* const library = dlopen(names[i < 8 ? i % 2 : 2 - i % 2], RTLD_NOW);
        if (library == 0)
            return puts(dlerror()), 1;
        int (*work)(int);
        *(void**)&work = dlsym(library, "plugin_work");
        sum += work(200);
        dlclose(library);
    }
    printf("%ld\n", sum);
    return 0;
}
