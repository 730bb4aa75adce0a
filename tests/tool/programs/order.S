// SPDX-License-Identifier: GPL-2.0-or-later
// Reads one line by two registers, then another line of the same set, then the first line again:
// the order of the last two decides which line of a set of twelve is replaced, each time that a
// thirteenth one is read.
        .globl  _start
        .text
_start:
        movl    $200000, %r12d
        movl    $lines, %eax
        movl    $lines + 16, %ebx
        movl    $lines + 4096, %ecx
        // By an indirect branch, because the summary of Valgrind 3.19 says 1 if there is none.
        jmpq    *loop
        .balign 64
1:      addq    (%rax), %rsi
        addq    (%rbx), %rsi
        addq    (%rcx), %rsi
        addq    8(%rax), %rsi
        jmp     2f
        .balign 64
2:      .irp    line, 2, 3, 4, 5, 6
        addq    4096 * \line(%rax), %rsi
        .endr
        jmp     3f
        .balign 64
3:      .irp    line, 7, 8, 9, 10, 11
        addq    4096 * \line(%rax), %rsi
        .endr
        testl   $63, %r12d
        jnz     4f
        addq    4096 * 12(%rax), %rsi
4:      decl    %r12d
        jnz     1b
        movl    $60, %eax
        xorl    %edi, %edi
        syscall

        .data
loop:   .quad   1b

        .bss
        .balign 4096
lines:  .skip   65536
        .section .note.GNU-stack, "", @progbits
