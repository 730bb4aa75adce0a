.globl _start
_start:
