// SPDX-License-Identifier: GPL-2.0-or-later
// Flags that live longer than the superblock that sets them: each operation, then a
// jump, then one that keeps or takes some of its flags, then a jump, then all flags are
// looked at. Prints a checksum, which must be what `--tool=none` lets it print (the
// processor's own, but for VEX's 32-bit code).
#include <stdint.h>
#include <stdio.h>

#if defined(__x86_64__) || defined(__i386__)
typedef unsigned long Word; // as large as a register

static Word seed = 12345;

static Word next(void) {
    static const Word at_the_edge[] = {0, 1, 2, 0x7f, 0x80, 0xff, 0x7fffffff, 0x80000000, ~0ul};
    seed = seed * 1103515245 + 12345;
    const Word random = seed >> 8;
    return random % 3 == 0 ? seed ^ seed << 16 : at_the_edge[random % 9];
}

static uint32_t checksum = 1;

// Undefined flags after some operations are left out by `mask`.
static void note(Word flags, Word result, Word mask) {
    checksum = (checksum * 31 + (uint32_t)(flags & mask)) * 31 + (uint32_t)result;
}

enum { carry = 1, parity = 4, adjust = 16, zero = 64, sign = 128, overflow = 2048 };
enum { all = carry | parity | adjust | zero | sign | overflow };

// first sets flags, second keeps some or takes some; a is changed by both.
#    define TRY(first, second, mask)                                                               \
        do {                                                                                       \
            Word a = next(), flags = next() & all;                                                 \
            const Word b = next();                                                                 \
            __asm__ volatile("push %1\n popf\n " first "\n jmp 1f\n 1: " second                    \
                             "\n jmp 2f\n 2: pushf\n pop %1\n"                                     \
                             : "+a"(a), "+&r"(flags)                                               \
                             : "d"(b), "c"(b)                                                      \
                             : "cc", "memory");                                                    \
            note(flags, a, mask);                                                                  \
        } while (0)

#    define TRY_ALL(first, mask)                                                                   \
        do {                                                                                       \
            TRY(first, "nop", mask);                                                               \
            TRY(first, "inc %0", all & ~(~(mask)&carry));                                          \
            TRY(first, "decb %b0", all & ~(~(mask)&carry));                                        \
            TRY(first, "adc %2, %0", all);                                                         \
            TRY(first, "sbbl %k2, %k0", all);                                                      \
            TRY(first, "rol $1, %0", (mask) | overflow);                                           \
            TRY(first, "rcr $1, %0", (mask) | overflow);                                           \
            TRY(first, "not %0", mask);                                                            \
            TRY(first, "cmc", mask);                                                               \
            TRY(first, "setbe %b0", mask);                                                         \
            TRY(first, "cmovl %2, %0", mask);                                                      \
            TRY(first, "lahf", mask);                                                              \
        } while (0)

int main(void) {
    for (int i = 0; i < 60; ++i) {
        TRY_ALL("add %2, %0", all);
        TRY_ALL("addb %b2, %b0", all);
        TRY_ALL("sub %2, %0", all);
        TRY_ALL("cmpl %k2, %k0", all);
        TRY_ALL("cmpw %w2, %w0", all);
        TRY_ALL("adc %2, %0", all);
        TRY_ALL("sbbb %b2, %b0", all);
        TRY_ALL("neg %0", all);
        TRY_ALL("inc %0", all);
        TRY_ALL("decl %k0", all);
        TRY_ALL("test %2, %0", all & ~adjust);
        TRY_ALL("xorl %k2, %k0", all & ~adjust);
        TRY_ALL("andb $7, %b0", all & ~adjust);
        TRY_ALL("shl $1, %0", all & ~adjust);
        TRY_ALL("shrl $1, %k0", all & ~adjust);
        TRY_ALL("sarb $1, %b0", all & ~adjust);
        TRY_ALL("rol $1, %0", all);
        TRY_ALL("rorl $1, %k0", all);
        TRY_ALL("rcl $1, %0", all);
        TRY_ALL("bt %2, %0", carry);
        TRY_ALL("mul %2", carry | overflow);
        TRY_ALL("imul %2, %0", carry | overflow);
        // what the second keeps or takes is known to be zero
        TRY_ALL("test %0, %0\n inc %0", all);
        TRY_ALL("xorl %k2, %k0\n decb %b0", all);
        TRY_ALL("and %2, %0\n adc %2, %0", all);
        TRY_ALL("orl %k2, %k0\n sbbl %k2, %k0", all);
        TRY_ALL("stc", all);
        TRY_ALL("clc", all);
        TRY_ALL("sahf", all);
    }
    printf("flags %08x\n", (unsigned)checksum);
    return 0;
}
#else
int main(void) {
    puts("flags of another processor");
    return 0;
}
#endif
