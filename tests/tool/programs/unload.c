// SPDX-License-Identifier: GPL-2.0-or-later
// dlopen and dlclose in a loop: translations and debug information come and go,
// and two libraries take turns at one address.
#include <dlfcn.h>
#include <stdio.h>

int main(void) {
    long sum = 0;
    for (int i = 0; i < 12; ++i) {
        void* const library = dlopen(i % 2 ? "./plugin.so" : "./plugin_O0.so", RTLD_NOW);
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
