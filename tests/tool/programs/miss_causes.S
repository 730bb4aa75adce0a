// SPDX-License-Identifier: GPL-2.0-or-later
// Walks whose misses have causes that are known on paper: tests/tool/causes.bats. Each function
// reads 8 bytes at a time.
//
// There is no stack, because its lines would miss, too. Each function is a line of code.
        .globl _start
        .text

        .macro function name
        .balign 64
        .type   \name, @function
\name:
        .endm

        // Reads 256 rows at the distance `row`, first at one column and then at the next.
        .macro columns name, array, row
        function \name
        movl    $\array, %edx
1:      movl    %edx, %eax
2:      movq    (%rax), %rcx
        addq    $\row, %rax
        cmpq    $\array + 256 * \row, %rax
        jb      2b
        addq    $8, %rdx
        cmpl    $\array + 16, %edx
        jb      1b
        .balign 64
        .size   \name, . - \name
        .endm

        // Reads or writes each line of an array once.
        .macro scan name, array, size, instruction:vararg
        function \name
        movl    $\array, %eax
1:      \instruction
        addq    $64, %rax
        cmpq    $\array + \size, %rax
        jb      1b
        .balign 64
        .size   \name, . - \name
        .endm

_start:
        columns of_pages, pages, 4096
        columns of_padded, padded, 4160
        scan    first, twice, 65536, movq (%rax), %rcx
        scan    second, twice, 65536, movq (%rax), %rcx
        scan    fill, filled, 65536, movq %rcx, (%rax)
        scan    refill, filled, 65536, movq %rcx, (%rax)

        function finish
        movl    $60, %eax
        xorl    %edi, %edi
        syscall
        .balign 64
        .size   finish, . - finish

        .data                   // or Valgrind reads no symbols
        .quad   0

        .bss
        .balign 4096
pages:          .skip 256 * 4096
padded:         .skip 256 * 4160
        .balign 4096
twice:          .skip 65536
filled:         .skip 65536

        .section .note.GNU-stack, "", @progbits
