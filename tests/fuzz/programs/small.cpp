// SPDX-License-Identifier: GPL-2.0-or-later
// The program of tests/fuzz/corpus/binary, which `make` beside it compiles: functions that are
// inlined into one another, a class, a lambda. Small, because most of a large file is nothing to
// mutate.
namespace n {
struct Pair {
    int a, b;
    int sum() const { return a + b; }
};
} // namespace n

inline int twice(int x) {
    return 2 * x;
}

inline int thrice(n::Pair p) {
    return twice(p.a) + p.sum();
}

__attribute__((noinline)) int work(const int* values, int count) {
    const auto at = [&](int i) { return thrice({values[i], i}); };
    int sum = 0;
    for (int i = 0; i < count; ++i)
        sum += at(i);
    return sum;
}

volatile int result;

extern "C" __attribute__((used)) void _start() {
    const int values[] = {1, 2, 3, 4};
    result = work(values, 4);
    for (;;) {
    }
}
