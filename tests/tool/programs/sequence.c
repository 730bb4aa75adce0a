// SPDX-License-Identifier: GPL-2.0-or-later
// Client requests of callgrind in any sequence: each letter of the argument is one, or work.
// Under callgrind, `sequence zfdzfd` does what QTestLib does, for example.
#include <callgrind.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile long sink;

__attribute__((noinline)) void work(int n) {
    for (int i = 0; i < n; i++)
        sink += i;
}

__attribute__((noinline)) void caller(int n) {
    work(n);
    work(n + 1);
}

// Prints the line `summary:` of the part of this process with the highest number, as QTestLib
// finds it.
static void read_newest_part(void) {
    char pattern[64], line[256], newest[256] = "";
    int highest = -1;
    glob_t found;
    snprintf(pattern, sizeof pattern, "callgrind.out.%d.*", (int)getpid());
    if (glob(pattern, 0, NULL, &found) != 0)
        return;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const int number = atoi(strrchr(found.gl_pathv[i], '.') + 1);
        if (number > highest) {
            highest = number;
            snprintf(newest, sizeof newest, "%s", found.gl_pathv[i]);
        }
    }
    globfree(&found);
    FILE* const file = fopen(newest, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "summary: ", 9) == 0) {
            printf("%d %s", highest, line);
            break;
        }
    }
    if (file != NULL)
        fclose(file);
    fflush(stdout);
}

int main(int argc, char** argv) {
    for (const char* at = argc > 1 ? argv[1] : ""; *at != '\0'; at++) {
        switch (*at) {
        case 'd':
            CALLGRIND_DUMP_STATS;
            break;
        case 'D':
            CALLGRIND_DUMP_STATS_AT("execution/7");
            break;
        case 'z':
            CALLGRIND_ZERO_STATS;
            break;
        case 't':
            CALLGRIND_TOGGLE_COLLECT;
            break;
        case 's':
            CALLGRIND_START_INSTRUMENTATION;
            break;
        case 'p':
            CALLGRIND_STOP_INSTRUMENTATION;
            break;
        case 'w':
            work(10);
            break;
        case 'f':
            caller(20);
            break;
        case 'r':
            read_newest_part();
            break;
        default:
            return 2;
        }
    }
    return 0;
}
