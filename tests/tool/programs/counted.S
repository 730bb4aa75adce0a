// SPDX-License-Identifier: GPL-2.0-or-later
// A program without a C library whose instructions can be counted on paper:
//
//     4                  before the loop
//   + 1000 * 5           the loop
//   + 1 + 7              the call and the function
//   + 3 + 1              rep stosb of 40 iterations, and what prepares it
//   + 2 + 1              repe scasb, which stops at the 17th
//   + 3 + 1              rep stosb of no iteration
//   + 3                  exit
//   = 5026 instructions that the processor retires. With --count-rep=iterations there are 5082:
// 39 and 16 more, and one, since VEX makes a REP a loop, and enters the first rep stosb once more
// to find its count at 0.
        .globl _start
        .text
_start:
        xorl    %edi, %edi
        movl    $1000, %ecx
        movl    $7, %eax
        nop
1:      addl    $3, %edi
        xorl    %eax, %edi
        nop
        decl    %ecx
        jne     1b
        call    function
        leaq    area(%rip), %rdi
        movl    $40, %ecx
        movb    $'x', %al
        rep     stosb
        leaq    area+24(%rip), %rdi
        movl    $60, %ecx       // 16 more x, then 0
        repe    scasb
        xorl    %ecx, %ecx
        leaq    area(%rip), %rdi
        xorl    %eax, %eax
        rep     stosb
        movl    $60, %eax
        xorl    %edi, %edi
        syscall

function:
        pushq   %rbx
        movq    %rsp, %rbx
        incl    area(%rip)
        lock incl area(%rip)
        addq    $0, %rbx
        popq    %rbx
        ret

        .bss
area:   .skip   128

        .section .note.GNU-stack, "", @progbits
