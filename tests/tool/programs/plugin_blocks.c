// SPDX-License-Identifier: GPL-2.0-or-later
// The libraries that data_unload.c loads. They differ in one name.
#include <stdlib.h>

__attribute__((noinline, noclone)) static char* BY(void) {
    return malloc(1 << 16);
}

char* allocate(void);
char* allocate(void) {
    return BY();
}
