// SPDX-License-Identifier: GPL-2.0-or-later
// The library that unload.c loads and unloads.
int plugin_work(int n);
#ifdef SOURCE
#    line 8 SOURCE
#endif
int plugin_work(int n) {
    int sum = 0;
    for (int i = 0; i < n; ++i)
        sum += i * i % 7;
    return sum;
}
