// SPDX-License-Identifier: GPL-2.0-or-later
// Functions that have no name for the linker where they are inlined: what they are called otherwise
// is what the linker has of them without optimisation.
#include <cstdio>
#include <string>

namespace outer {
struct Pair {
    long first, second;
};
enum class Kind { one, two };
using Number = unsigned long;
} // namespace outer

namespace {

int plain() {
    return 1;
}
long numbers(int a, unsigned b, long c, unsigned long d, short e, unsigned short f, char g,
             unsigned char h, long long i, double j, bool k) {
    return a + b + c + d + e + f + g + h + i + static_cast<long>(j) + k;
}
long pointers(const char* a, char* const b, const int* const* c, void* d) {
    return *a + *b + **c + (d != nullptr);
}
long references(const std::string& a, std::string&& b, const outer::Pair& c) {
    return static_cast<long>(a.size() + b.size()) + c.first;
}
long names(outer::Kind a, outer::Number b, volatile int* c) {
    return static_cast<long>(b) + *c + (a == outer::Kind::one);
}

struct Counter {
    long count = 0;
    void add(int n) { count += n; }
    long twice() const { return count * 2; }
    static long three(long n) { return n * 3; }
    struct Inner {
        long value(const Counter* of) const { return of->count; }
    };
};

} // namespace

namespace outer {
static long local(Pair pair, int n) {
    return pair.first * n;
}
} // namespace outer

int main(int argc, char** argv) {
    const int number = argc;
    const int* const pointer = &number;
    volatile int seen = argc;
    Counter counter;
    counter.add(argc);
    const long sum =
        plain() + numbers(argc, 2, argc, 4, 5, 6, argv[0][0], 8, argc, argc * 2.5, argc > 2) +
        pointers(argv[0], argv[0], &pointer, argv) + references(argv[0], "text", {argc, 2}) +
        names(argc > 3 ? outer::Kind::one : outer::Kind::two, 7, &seen) + counter.twice() +
        Counter::three(argc) + Counter::Inner().value(&counter) + outer::local({argc, 4}, argc);
    std::printf("%ld\n", sum);
}
