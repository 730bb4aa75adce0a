// SPDX-License-Identifier: GPL-2.0-or-later
// Objects in each other's way, as is known on paper: tests/tool/causes.bats, with a direct-mapped
// level 1 of 4096 bytes. Each function reads the first words of arrays that begin at one place of
// it. There is no stack, because its lines would be in the way, too.
        .globl _start
        .text

        .macro function name
        .balign 64
        .type   \name, @function
\name:
        .endm

        .macro end name
        .balign 64
        .size   \name, . - \name
        .endm

        .macro array name, size, place=0
        .balign 4096
        .if \place
        .skip \place
        .endif
        .globl  \name
        .type   \name, @object
\name:  .skip   \size
        .size   \name, \size
        .endm

_start:
        // one, another, one, third; a hundred times
        function unequal
        movl    $100, %ecx
1:      movl    one, %eax
        movl    another, %edx
        movl    one, %ebx
        movl    third, %esi
        decl    %ecx
        jnz     1b
        end     unequal

        // The same with arrays that begin at other places.
        function apart
        movl    $100, %ecx
1:      movl    one_apart, %eax
        movl    another_apart, %edx
        movl    one_apart, %ebx
        movl    third_apart, %esi
        decl    %ecx
        jnz     1b
        end     apart

        // Two rows of one array.
        function rows
        movl    $100, %ecx
1:      movl    %eax, matrix
        movl    %eax, matrix + 4096
        decl    %ecx
        jnz     1b
        end     rows

        function finish
        movl    $60, %eax
        xorl    %edi, %edi
        syscall
        end     finish

        .data                   // or Valgrind reads no symbols
        .quad   0

        .bss
        array   one, 4096
        array   another, 4096
        array   third, 4096
        array   one_apart, 3968, 128
        array   another_apart, 3840, 256
        array   third_apart, 3712, 384
        array   matrix, 8192

        .section .note.GNU-stack, "", @progbits
