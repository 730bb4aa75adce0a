// SPDX-License-Identifier: GPL-2.0-or-later
// cachegrind.h from C++: compiles with all warnings, and switches.
#include "cachegrind.h"

#include <cstdio>

namespace {
volatile int value;
[[gnu::noinline]] void chosen() {
    for (int i = 0; i < 1000; ++i)
        value = value + i;
}
[[gnu::noinline]] void left_out() {
    for (int i = 0; i < 1000; ++i)
        value = value - i;
}
} // namespace

int main() {
    left_out();
    CACHEGRIND_START_INSTRUMENTATION;
    chosen();
    CACHEGRIND_STOP_INSTRUMENTATION;
    left_out();
    std::puts("done");
}
