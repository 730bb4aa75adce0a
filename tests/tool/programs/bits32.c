// SPDX-License-Identifier: GPL-2.0-or-later
// For the 32-bit tool: compiled with -m32, compared with the stock one.
#include <stdio.h>
#include <string.h>

static char buffer[5000];

int main(void) {
    unsigned long long sum = 0;
    for (int i = 0; i < 3000; ++i) {
        buffer[i * 7 % 5000] = (char)i;
        sum += (unsigned long long)i * i / (i % 9 + 1);
        memmove(buffer + i % 100, buffer + 200, (size_t)(i % 70));
    }
    double x = 1;
    for (int i = 1; i < 200; ++i)
        x = x * 1.5 / i + 1;
    printf("%llu %.3f\n", sum, x);
    return 0;
}
