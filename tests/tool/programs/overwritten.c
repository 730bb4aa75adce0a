// SPDX-License-Identifier: GPL-2.0-or-later
// Code that is overwritten through a second mapping of its memory, which Valgrind notices with
// --smc-check=all only. Without it, what was translated runs to the end: all of it or, if some is
// translated again, a mixture. Prints for each function which of its two versions ran.
//
// A version adds `step` several times, so that a mixture has another sum.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { page = 4096, old_step = 1, new_step = 1000 };

typedef int (*Function)(int times, int* at);

static unsigned char *written, *run; // the two mappings

static void add(unsigned char** code, int step) {
    *(*code)++ = 0x05; // add eax, step
    memcpy(*code, &step, sizeof step);
    *code += sizeof step;
}

// At `at` a loop that stores its sum, in which one block runs seldom. On the next page a function
// that jumps to another one, of two blocks, 64 bytes after it.
static void write_loop(int at, int step) {
    unsigned char* code = written + at;
    memcpy(code, "\x31\xc0", 2); // xor eax, eax
    unsigned char* const loop = code += 2;
    add(&code, step);
    memcpy(code, "\xf7\xc7\x0f\0\0\0\x75\x05", 8); // test edi, 15; jne over the next
    code += 8;
    add(&code, step);
    add(&code, step);
    memcpy(code, "\x89\x06\xff\xcf\x75", 5); // mov [rsi], eax; dec edi; jne loop
    code += 5;
    *code = (unsigned char)(loop - code - 1);
    ++code;
    add(&code, step);
    *code = 0xc3; // ret
}

static int loop_steps(int times) {
    return 2 * times + times / 16 + 1;
}

static void write_jump(int at, int step) {
    unsigned char* code = written + at;
    memcpy(code, "\x31\xc0", 2);
    code += 2;
    add(&code, step);
    memcpy(code, "\xeb", 1); // jmp
    code[1] = (unsigned char)(written + at + 64 - (code + 2));
    code = written + at + 64;
    add(&code, step);
    memcpy(code, "\xeb\x00", 2);
    code += 2;
    add(&code, step);
    *code = 0xc3;
}

static const char* version(int sum, int steps) {
    return sum == steps * old_step ? "old" : sum == steps * new_step ? "new" : "mixed";
}

static void call_loop(const char* name, int at, int times) {
    int stored;
    const int sum = ((Function)(void*)(run + at))(times, &stored);
    printf("%s: %s\n", name, version(sum, loop_steps(times)));
}

static void call_jump(const char* name, int at) {
    int stored;
    printf("%s: %s\n", name, version(((Function)(void*)(run + at))(0, &stored), 3));
}

// Called without the jump to it; eax is 0 before each call.
static void call_jumped(int at) {
    int sum = 0;
    for (int i = 0; i < 3; ++i) {
        sum = 0;
        __asm__ volatile("call *%1" : "+a"(sum) : "r"(run + at + 64) : "memory", "cc");
    }
    printf("called, not jumped to: %s\n", version(sum, 2));
}

__attribute__((noinline)) static int other_work(int times) {
    volatile int sum = 0;
    for (int i = 0; i < times; ++i)
        sum += i;
    return sum;
}

// Walks two arrays a power of two apart, for which the tool folds the slots of their lines.
static long walk_apart(void) {
    enum { apart = 1 << 25, length = 1 << 15 };
    char* const memory = calloc(2, apart);
    long *const a = (long*)memory, *const b = (long*)(memory + apart);
    long sum = 0;
    for (int time = 0; time < 40; ++time)
        for (int i = 0; i < length; i += 1 + time % 3)
            b[i] = sum += a[i] ^ b[i + 1];
    free(memory);
    return sum;
}

int main(int argc, char** argv) {
    const int file = memfd_create("code", 0);
    if (file < 0 || ftruncate(file, 3 * page) != 0)
        return 1;
    written = mmap(0, 3 * page, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    run = mmap(0, 3 * page, PROT_READ | PROT_EXEC, MAP_SHARED, file, 0);
    if (written == MAP_FAILED || run == MAP_FAILED)
        return 1;
    for (int step = old_step; step <= new_step; step += new_step - old_step) {
        write_loop(0, step);
        write_loop(page, step);
        write_jump(2 * page, step);
        printf("%s code is written\n", step == old_step ? "old" : "new");
        // The tool translates the loop again after the other work, or if it runs often now.
        call_loop("often before", 0, 6000);
        other_work(100000);
        call_loop("seldom before", page, step == old_step ? 100 : 100000);
        call_jump("jumped to", 2 * page);
    }
    call_loop("often before, and now", 0, 100000);
    call_jumped(2 * page);
    if (argc > 1 && strcmp(argv[1], "apart") == 0) {
        printf("%ld\n", walk_apart());
        call_loop("after arrays apart", 0, 100);
    }
    return 0;
}
