// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once
#include <string>
#include <vector>

struct Item {
    Item(std::string text, long n)
        : name(std::move(text)), numbers(static_cast<std::size_t>(n % 9), n) {}
    long size() const { return static_cast<long>(name.size() + numbers.size()); }
    std::string name;
    std::vector<long> numbers;
};

struct Shape {
    virtual ~Shape() = default;
    virtual long area() const = 0;
};

struct Base {
    explicit Base(long x);
    virtual ~Base();
    long x_;
};
struct Derived : virtual Base {
    explicit Derived(long x);
    ~Derived() override;
    long value() const;
};

template <typename T>
[[gnu::noinline]] long generic(T n) {
    long sum = 0;
    for (T i = 0; i < n; ++i)
        sum += static_cast<long>(i) * n;
    return sum;
}

long other_init(long x);
