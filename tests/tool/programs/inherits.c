// SPDX-License-Identifier: GPL-2.0-or-later
// Runs a command of the shell before, within and after the part that is counted.
//
//     inherits cachegrind | callgrind   COMMAND        with the requests of that tool
#include "cachegrind.h"

#include <stdlib.h>
#include <string.h>
#include <valgrind/callgrind.h>

int main(int argc, char** argv) {
    if (argc != 3 || system(argv[2]) != 0)
        return 1;
    const int is_callgrind = strcmp(argv[1], "callgrind") == 0;
    if (is_callgrind)
        CALLGRIND_START_INSTRUMENTATION;
    else
        CACHEGRIND_START_INSTRUMENTATION;
    const int counted = system(argv[2]);
    if (is_callgrind)
        CALLGRIND_STOP_INSTRUMENTATION;
    else
        CACHEGRIND_STOP_INSTRUMENTATION;
    return counted != 0 || system(argv[2]) != 0;
}
