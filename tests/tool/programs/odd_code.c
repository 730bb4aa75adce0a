// SPDX-License-Identifier: GPL-2.0-or-later
// Instructions that Valgrind does not know, that end in a fault, that are at the end of a page, or
// that are changed to others: as feature probes and compilers at run time have them. The handler of
// each fault goes on behind it. Each is run three times. With an argument there is no handler;
// `trap` ends as the program wants it.
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const unsigned char unknown_bytes[] = {0x62, 0xf1, 0xfd,
                                              0x48, 0x6f, 0xc1}; // vmovdqa64 %zmm1, %zmm0
static const unsigned char known_bytes[] = {0x90, 0x90, 0xc3};
static sigjmp_buf before;
static volatile int sink;

static void go_on(int signal) {
    (void)signal;
    siglongjmp(before, 1);
}

__attribute__((noinline)) static void unknown(void) {
    __asm__ volatile(".byte 0x62,0xf1,0xfd,0x48,0x6f,0xc1");
}

__attribute__((noinline)) static void undefined(void) {
    __asm__ volatile("ud2");
}

__attribute__((noinline)) static void after_others(void) {
    sink = 1;
    __asm__ volatile("nop\n nop\n .byte 0x62,0xf1,0xfd,0x48,0x6f,0xc1");
}

static void try(void (*code)(void)) {
    for (int i = 0; i < 3; ++i)
        if (!sigsetjmp(before, 1))
            code();
}

static void (*code_at(unsigned char* place))(void) {
    void (*code)(void);
    memcpy(&code, &place, sizeof code);
    return code;
}

int main(int argc, char** argv) {
    if (argc > 1 && argv[1][0] == 't')
        __builtin_trap();
    if (argc > 1)
        unknown();
    signal(SIGILL, go_on);
    try(unknown);
    try(undefined);
    try(after_others);

    const long page = sysconf(_SC_PAGESIZE);
    unsigned char* code = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE | PROT_EXEC,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (code == MAP_FAILED)
        return 1;
    memcpy(code + page - 6, unknown_bytes, 6); // ends with the page
    try(code_at(code + page - 6));
    memcpy(code + page - 1, unknown_bytes, 6); // begins with its last byte
    try(code_at(code + page - 1));
    memcpy(code + page - 3, known_bytes, 3); // the last instruction of the page
    try(code_at(code + page - 3));

    memcpy(code, unknown_bytes, 6);
    try(code_at(code));
    memcpy(code, known_bytes, 3); // the same address, but an instruction that is known
    try(code_at(code));
    puts("goes on");
    return 0;
}
