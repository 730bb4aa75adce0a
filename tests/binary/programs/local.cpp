// SPDX-License-Identifier: GPL-2.0-or-later
// Functions that have no name for the linker where they are inlined: what they are called otherwise
// is what the linker has of them without optimisation.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

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

template <class T, int N, unsigned long U, bool B, char C>
struct Box {
    T value;
    template <class From>
    explicit Box(From from) : value(from) {}
    T plain(T n) const { return value + n; }
    template <class Other>
    T sum(Other n) const {
        return value + n + N + T(U) + B + C;
    }
};
template <class... Numbers>
long all(volatile int* first, Numbers... numbers) {
    return (*first + ... + numbers);
}
template <class Function>
long apply(Function function, int n) {
    return function(n);
}

// The lambda in the block is the first one of the source, but not of the debugging information.
long lambdas(int n, volatile int* seen) {
    long sum = 0;
    {
        const auto first = [seen](int a) { return a * *seen; };
        sum += first(n);
    }
    const auto second = [seen](int a) { return a + *seen; };
    auto third = [seen, n](long a, const char*) mutable {
        const auto inner = [](volatile int* b) { return *b + 1; };
        n += *seen;
        return a + n + inner(seen);
    };
    const auto any = [seen](auto a) { return a - *seen; };
    return sum + second(n) + third(n, "") + any(n) + apply([seen](int a) { return a ^ *seen; }, n) +
           apply(second, n);
}
long sorted(int n) {
    std::vector<long> numbers{n, n * 7L, n + 3L, n ^ 5L};
    std::sort(numbers.begin(), numbers.end(), [](long a, long b) { return b < a; });
    return numbers[0];
}

} // namespace

extern "C" long of_c(int n, volatile int* seen) {
    const auto twice = [seen](int a) { return a * 2 + *seen; };
    return twice(n);
}

namespace outer {
long linked(int n, volatile int* seen) {
    const auto twice = [seen](int a) { return a * 2 + *seen; };
    return twice(n);
}
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
    const Box<long, -3, 4, true, 'c'> box(argc);
    const long more = box.plain(seen) + box.sum(short(seen)) + all(&seen, 1, 2L, 3U) +
                      lambdas(argc, &seen) + sorted(argc) + of_c(argc, &seen) +
                      outer::linked(argc, &seen);
    std::printf("%ld\n", sum + more);
}
