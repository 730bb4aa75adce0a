// SPDX-License-Identifier: GPL-2.0-or-later
int second(int n);

static int other(int n);

__attribute__((noinline)) static int work(int n) {
    volatile int sum = 2;
    return n > 0 ? other(n - 1) + sum : sum;
}

__attribute__((noinline)) static int other(int n) {
    volatile int sum = 3;
    return n > 0 ? work(n - 1) * 2 + sum : work(0) + sum;
}

int second(int n) {
    return work(n) + other(n + 1);
}
