// SPDX-License-Identifier: GPL-2.0-or-later
// Instructions with a REP prefix: each form, with counts from 0 on, at the beginning of a
// superblock and in its middle, and interrupted by a fault. Without a C library, as freestanding.c
// is, so that the processor can step it.
typedef unsigned long Word;

static char from[300], to[300];
static Word left;

// Four instructions in all: two moves, rep movsb, and the return.
__asm__(".globl copy\n.type copy, @function\n"
        "copy: movq %rdi, %rax\n\tmovq %rdx, %rcx\n\trep movsb\n\tret\n"
        ".size copy, . - copy");
void* copy(void* to, const void* from, Word n);

__attribute__((noinline)) static void by_count(Word n) {
    void *d = to + 3, *s = from + 1;
    Word c = n;
    __asm__ volatile("rep stosb" : "+D"(d), "+c"(c) : "a"('x') : "memory");
    d = to + 60, c = n / 8;
    __asm__ volatile("rep stosq" : "+D"(d), "+c"(c) : "a"(1L) : "memory");
    d = to, s = from + 30, c = n / 4;
    __asm__ volatile("rep movsl" : "+D"(d), "+S"(s), "+c"(c) : : "memory");
    s = from, c = n;
    __asm__ volatile("rep lodsb" : "+S"(s), "+c"(c) : : "memory", "rax");
    // The count is known when it is translated.
    d = to;
    __asm__ volatile("movl $9, %%ecx\n\trep stosw" : "+D"(d) : "a"(1L) : "memory", "rcx");
    d = to;
    __asm__ volatile("xorl %%ecx, %%ecx\n\trep stosw" : "+D"(d) : "a"(1L) : "memory", "rcx", "cc");
    // The size of the operand before the prefix, and after it.
    d = to, s = from, c = n / 2;
    __asm__ volatile(".byte 0x66, 0xf3, 0xa5" : "+D"(d), "+S"(s), "+c"(c) : : "memory");
    d = to, s = from, c = n / 2;
    __asm__ volatile(".byte 0xf3, 0x66, 0xa5" : "+D"(d), "+S"(s), "+c"(c) : : "memory");
    // Directions, and without a prefix.
    d = to + 200, s = from + 200, c = n;
    __asm__ volatile("std\n\trep movsb\n\tmovsb\n\tcld" : "+D"(d), "+S"(s), "+c"(c) : : "memory");
}

__attribute__((noinline)) static void while_equal(Word n) {
    void *d = to, *s = from;
    Word c = n;
    __asm__ volatile("repne scasb" : "+D"(d), "+c"(c) : "a"('x') : "memory", "cc");
    left += c;
    d = to, c = n;
    __asm__ volatile("repe scasw" : "+D"(d), "+c"(c) : "a"(1L) : "memory", "cc");
    left += c;
    d = to + n % 7, c = n;
    __asm__ volatile("repe cmpsb" : "+D"(d), "+S"(s), "+c"(c) : : "memory", "cc");
    left += c;
    d = to, c = n / 4; // VEX has no repne cmps
    __asm__ volatile("repne scasl" : "+D"(d), "+c"(c) : "a"(0x12345678L) : "memory", "cc");
    left += c;
}

// Branches to themselves, each an instruction each time.
__attribute__((noinline)) static void to_itself(Word n) {
    Word c = n + 1;
    __asm__ volatile("0: loop 0b" : "+c"(c));
    c = n + 1;
    __asm__ volatile("0: rep movsb\n\tmov $2, %%ecx\n\tdec %2\n\tjnz 0b"
                     : "+D"((void*){to}), "+S"((void*){from}), "+r"(c)
                     :
                     : "memory", "rcx", "cc");
}

__attribute__((noinline)) static void leave(int status) {
    __asm__ volatile("syscall" : : "a"(60), "D"(status) : "rcx", "r11", "memory");
    __builtin_unreachable();
}

__attribute__((force_align_arg_pointer)) void _start(void) {
    for (int i = 0; i < 300; ++i)
        from[i] = (char)(i % 50);
    for (Word n = 0; n < 130; n = n * 3 / 2 + 1) {
        by_count(n);
        while_equal(n);
        to_itself(n);
        copy(to, from, n);
    }
    leave(left & 63);
}
