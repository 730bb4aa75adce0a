// SPDX-License-Identifier: GPL-2.0-or-later
// Functions that show alike: constructors and destructors with and without the virtual base, whose
// names are the same without their mangling; classes of anonymous namespaces of two files; and
// exceptions that leave several of them.
#include <cstdio>
#include <stdexcept>

int more(int n);

volatile int sink;

struct Base {
    int value;
    __attribute__((noinline)) explicit Base(int n) : value(n) { sink = sink + n; }
    virtual ~Base();
};
__attribute__((noinline)) Base::~Base() {
    sink = sink - value;
}

struct Middle : virtual Base {
    __attribute__((noinline)) explicit Middle(int n);
    ~Middle() override;
};
__attribute__((noinline)) Middle::Middle(int n) : Base(n) {
    for (int i = 0; i < n; ++i)
        sink = sink + i;
}
__attribute__((noinline)) Middle::~Middle() {
    sink = sink + 1;
}

struct Last : Middle {
    __attribute__((noinline)) explicit Last(int n) : Base(n), Middle(n) {}
    __attribute__((noinline)) ~Last() override { sink = sink + 2; }
};

namespace {
struct Shape {
    __attribute__((noinline)) int area(int n) {
        if (n == 3)
            throw std::runtime_error("three");
        return n > 0 ? area(n - 1) + sink : sink;
    }
};
} // namespace

template <class F>
__attribute__((noinline)) int apply(F f, int n) {
    return f(n) + 1;
}

int main() {
    Middle middle(10);
    Base* last = new Last(20);
    delete last;
    int sum = more(5);
    try {
        sum += Shape().area(6);
    } catch (const std::exception&) {
        sum += 1;
    }
    sum += apply([](int n) { return n + sink; }, 1) + apply([](int n) { return n * sink; }, 2);
    std::printf("%d\n", sum);
}
