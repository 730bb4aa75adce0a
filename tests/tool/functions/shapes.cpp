// SPDX-License-Identifier: GPL-2.0-or-later
// Functions that begin in the code of headers, constructors with two symbols, lambdas, and static
// functions of one name in two files.
#include "shapes.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <numeric>

static long init(long x) {
    long sum = 0;
    for (long i = 0; i < x; ++i)
        sum += i ^ x;
    return sum;
}

[[gnu::noinline]] long total(const std::vector<Item>& items) {
    return std::accumulate(items.begin(), items.end(), 0L,
                           [](long sum, const Item& item) { return sum + item.size(); });
}

[[gnu::noinline]] void shuffle(std::vector<Item>& items) {
    for (std::size_t i = 0; i < items.size(); ++i)
        std::swap(items[i], items[(i * 7919) % items.size()]);
}

[[gnu::noinline]] long count(const std::vector<Item>& items) {
    std::map<std::string, long> counts;
    for (const Item& item : items)
        ++counts[item.name];
    return static_cast<long>(counts.size());
}

struct Circle final : Shape {
    explicit Circle(long r) : radius(r) {}
    long area() const override { return 3 * radius * radius; }
    long radius;
};
struct Square final : Shape {
    explicit Square(long s) : side(s) {}
    long area() const override { return side * side; }
    long side;
};

int main() {
    std::vector<Item> items;
    for (long i = 0; i < 300; ++i)
        items.emplace_back("item " + std::to_string(i % 40), i);
    shuffle(items);
    std::stable_sort(items.begin(), items.end(),
                     [](const Item& a, const Item& b) { return a.name < b.name; });
    std::vector<std::unique_ptr<Shape>> shapes;
    for (long i = 0; i < 100; ++i)
        shapes.push_back(i % 2 ? std::unique_ptr<Shape>(new Circle(i))
                               : std::make_unique<Square>(i));
    long areas = 0;
    for (const auto& shape : shapes)
        areas += shape->area();
    Derived derived(5);
    std::printf("%ld %ld %ld %ld %ld\n", total(items), count(items), areas,
                init(200) + other_init(100),
                derived.value() + generic<int>(50) + generic<short>(50));
}
