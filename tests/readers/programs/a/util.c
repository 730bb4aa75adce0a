// SPDX-License-Identifier: GPL-2.0-or-later
int first(int n);

__attribute__((noinline)) static int work(int n) {
    volatile int sum = 1;
    return n > 0 ? work(n - 1) + sum : sum;
}

int first(int n) {
    return work(n) + work(n / 2);
}
