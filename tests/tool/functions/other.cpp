// SPDX-License-Identifier: GPL-2.0-or-later
#include "shapes.hpp"

// Another init than that of shapes.cpp.
[[gnu::noinline]] static long init(long x) {
    long sum = 1;
    for (long i = 1; i < x; ++i)
        sum ^= i * x;
    return sum;
}
long other_init(long x) {
    return init(x) + init(x / 2);
}

Base::Base(long x) : x_(x + init(3)) {
}
Base::~Base() = default;
Derived::Derived(long x) : Base(x) {
}
Derived::~Derived() = default;
long Derived::value() const {
    return x_;
}
