// SPDX-License-Identifier: GPL-2.0-or-later
// Walks arrays of 256 KiB with several strides, and matrices of 256 x 256 numbers of 8 bytes by
// rows and by columns. Each function reads 8 bytes at a time, and its cache use can be worked out
// on paper: tests/tool/use.bats.
//
// There is no stack, because its lines would be used, too. Each function is a line of code, of
// which all bytes are executed, most of them more than 1000 times. So code costs nothing.
        .globl _start
        .text

        .macro function name
        .balign 64
        .type   \name, @function
\name:
        .endm

        .macro walk name, array, stride
        function \name
        movl    $\array, %eax
1:      movq    (%rax), %rcx
        addq    $\stride, %rax
        .skip   \name + 56 - ., 0x90
        cmpq    $\array + 262144, %rax
        jb      1b
        .size   \name, . - \name
        .endm

_start:
        walk    stride_8, array_8, 8
        walk    stride_16, array_16, 16
        walk    stride_64, array_64, 64
        walk    stride_128, array_128, 128

        function rows
        movl    $by_rows, %eax
1:      movq    (%rax), %rcx
        addq    $8, %rax
        .skip   rows + 56 - ., 0x90
        cmpq    $by_rows + 524288, %rax
        jb      1b
        .size   rows, . - rows

        function columns
        movl    $by_columns, %edx
1:      movl    %edx, %eax
2:      movq    (%rax), %rcx
        addq    $2048, %rax
        .skip   columns + 44 - ., 0x90
        cmpq    $by_columns + 524288, %rax
        jb      2b
        addq    $8, %rdx
        cmpl    $by_columns + 2048, %edx
        jb      1b
        .size   columns, . - columns

        function finish
        movl    $60, %eax
        xorl    %edi, %edi
        syscall
        .size   finish, . - finish

        .data                   // or Valgrind reads no symbols
        .quad   0

        .bss
        .balign 4096
array_8:        .skip 262144
array_16:       .skip 262144
array_64:       .skip 262144
array_128:      .skip 262144
by_rows:        .skip 524288
by_columns:     .skip 524288

        .section .note.GNU-stack, "", @progbits
