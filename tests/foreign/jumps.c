// SPDX-License-Identifier: GPL-2.0-or-later
// Functions that jump within themselves and end with a jump to another one: neither is a call that
// returns.
#define FUNCTION __attribute__((noinline, noclone)) int

static volatile int limit = 100;

FUNCTION leaf(int n) {
    int sum = 0;
    for (int i = 0; i < limit; ++i)
        sum += i % 3 == 0 ? n : i;
    return sum;
}
FUNCTION tail(int n) {
    limit = n;
    return leaf(n * 3);
}
FUNCTION other(int n) {
    return leaf(n) - 3;
}

int main(int argc, char** argv) {
    (void)argv;
    const int sum = tail(argc);
    return other(sum) == 12345;
}
