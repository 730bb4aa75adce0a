// SPDX-License-Identifier: GPL-2.0-or-later
// Dirty helpers that touch many bytes: they count as one reference of the
// smallest line's size. Also helpers that touch none.
#include <stdio.h>

static unsigned char area[1024] __attribute__((aligned(64)));

int main(void) {
    double x = 1.5;
    for (int i = 0; i < 60; ++i) {
        unsigned char* const p = area + i;         // straddles
        unsigned char* const aligned = area + 512; // fxsave wants 16
        __asm__ volatile("fldl %1\n\tfstpt (%0)\n\tfldt (%0)\n\tfstpl 16(%0)"
                         :
                         : "r"(p), "m"(x)
                         : "memory");
        __asm__ volatile("fnstenv (%0)\n\tfldenv (%0)\n\tfnstcw 64(%0)\n\tfldcw 64(%0)\n\t"
                         "fnsave 128(%0)\n\tfrstor 128(%0)"
                         :
                         : "r"(p)
                         : "memory");
        __asm__ volatile("fxsave (%0)\n\tfxrstor (%0)\n\tstmxcsr 500(%0)\n\tldmxcsr 500(%0)"
                         :
                         : "r"(aligned)
                         : "memory");
        __asm__ volatile("cpuid" : : "a"(0) : "rbx", "rcx", "rdx");
    }
    printf("%d\n", area[16]);
    return 0;
}
