// SPDX-License-Identifier: GPL-2.0-or-later
// Makes code as it runs and tells its names, as JIT compilers do:
//
//     jit early [FILE]   each name before its code runs, in /tmp/perf-PID.map or FILE
//     jit late           all of them at the end
//     jit foreign        early, in a file that belongs to another user
//     jit dump           each before its code runs, in jit-PID.dump
//
// The file stays, because the tool reads it once more when the program has ended.
// "first" and, at the same address after it, "third" run 100 times each, "second" 50 times from
// "calls second" and as often from here. All are `nops + 2` instructions, and "calls second" 2.
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef int (*Function)(void);

static FILE* out;
static int is_dump, is_late;

// An ELF machine (x86-64) is in the header, but does not matter to who only reads names.
static void open_dump(void) {
    char name[64];
    snprintf(name, sizeof name, "jit-%d.dump", (int)getpid());
    out = fopen(name, "w+");
    const uint32_t words[10] = {0x4a695444, 1, 40, 62, 0, (uint32_t)getpid(), 0, 0, 0, 0};
    fwrite(words, sizeof words, 1, out);
    fflush(out);
    if (mmap(0, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, fileno(out), 0) == MAP_FAILED)
        exit(2);
}

static void open_map(const char* path) {
    char map[64];
    snprintf(map, sizeof map, "/tmp/perf-%d.map", (int)getpid());
    out = fopen(path == NULL ? map : path, "w");
    setvbuf(out, NULL, _IOFBF, 1 << 20);
}

static void tell(const unsigned char* code, size_t length, const char* name) {
    if (is_dump) {
        const uint32_t size = (uint32_t)(56 + strlen(name) + 1 + length);
        const uint32_t prefix[6] = {0, size, 0, 0, (uint32_t)getpid(), (uint32_t)getpid()};
        const uint64_t words[4] = {(uintptr_t)code, (uintptr_t)code, length, 1};
        fwrite(prefix, sizeof prefix, 1, out);
        fwrite(words, sizeof words, 1, out);
        fwrite(name, strlen(name) + 1, 1, out);
        fwrite(code, length, 1, out);
    } else {
        fprintf(out, "%lx %zx %s\n", (unsigned long)code, length, name);
    }
    if (!is_late)
        fflush(out);
}

// mov eax, VALUE; NOPS times nop; ret
static Function make(unsigned char* code, const char* name, int value, unsigned nops) {
    code[0] = 0xb8;
    memcpy(code + 1, &value, sizeof value);
    memset(code + 5, 0x90, nops);
    code[5 + nops] = 0xc3;
    tell(code, 6 + nops, name);
    return (Function)(void*)code;
}

// call CALLED; ret
static Function make_caller(unsigned char* code, const char* name, const unsigned char* called) {
    const int distance = (int)(called - (code + 5));
    code[0] = 0xe8;
    memcpy(code + 1, &distance, sizeof distance);
    code[5] = 0xc3;
    tell(code, 6, name);
    return (Function)(void*)code;
}

static int call(Function function, int times) {
    int sum = 0;
    for (int i = 0; i < times; ++i)
        sum += function();
    return sum;
}

int main(int argc, char** argv) {
    const char* const how = argc > 1 ? argv[1] : "early";
    is_dump = strcmp(how, "dump") == 0;
    is_late = strcmp(how, "late") == 0;
    if (is_dump)
        open_dump();
    else
        open_map(argc > 2 ? argv[2] : NULL);
    if (out == NULL || (strcmp(how, "foreign") == 0 && fchown(fileno(out), 65534, 65534) != 0))
        return 2;
    unsigned char* const code =
        mmap(0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    int sum = call(make(code, "first", 1, 10), 100);
    sum += call(make(code + 256, "second", 2, 20), 50);
    sum += call(make_caller(code + 512, "calls second", code + 256), 50);
    sum += call(make(code, "third", 3, 30), 100);
    fclose(out);
    return sum == 600 ? 0 : 1;
}
