// SPDX-License-Identifier: GPL-2.0-or-later
// A fault that nobody handles, in the middle of a block.
#include <sys/resource.h>

static volatile long count;

int main(void) {
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    for (int i = 0; i < 100; ++i)
        count += i;
    *(volatile long*)16 = count;
    count = 0;
    return 0;
}
