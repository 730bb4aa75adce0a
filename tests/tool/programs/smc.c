// SPDX-License-Identifier: GPL-2.0-or-later
// Code that is written again and again, on the stack and in a mapping: counts of
// a translation survive when it is thrown away.
//
// Needs -z execstack. Valgrind watches the stack by itself; the mapping with
// --smc-check=all.
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

typedef int (*Function)(void);

// mov eax, VALUE; NOPS times nop; ret
static unsigned char* write_code(unsigned char* code, int value, int nops) {
    *code++ = 0xb8;
    memcpy(code, &value, sizeof value);
    code += sizeof value;
    memset(code, 0x90, (unsigned)nops);
    code += nops;
    *code++ = 0xc3;
    return code;
}

int main(void) {
    unsigned char on_stack[64];
    unsigned char* const mapping =
        mmap(0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    long sum = 0;
    for (int i = 0; i < 60; ++i) {
        write_code(on_stack, i, i % 40);
        write_code(mapping, 2 * i, (i + 20) % 40);
        for (int j = 0; j < 5; ++j)
            sum += ((Function)(void*)on_stack)() + ((Function)(void*)mapping)();
    }
    printf("%ld\n", sum);
    return sum == 5 * 3 * (59 * 60 / 2) ? 0 : 1;
}
