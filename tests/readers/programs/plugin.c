// SPDX-License-Identifier: GPL-2.0-or-later
// Loaded by twins.c: `work` again, in another object, which calls back.
int work(int n, int (*back)(int));

__attribute__((noinline)) static int init(int n, int (*back)(int)) {
    return back(n / 4) + 1;
}

int work(int n, int (*back)(int)) {
    return init(n, back) + init(n / 2, back);
}
