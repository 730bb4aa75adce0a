// SPDX-License-Identifier: GPL-2.0-or-later
// Visitors, optionals and lambdas in templates.
#include <cstdio>
#include <optional>
#include <string>
#include <variant>
#include <vector>

using Value = std::variant<long, double, std::string>;
template <typename... F>
struct Visitor : F... {
    using F::operator()...;
};
template <typename... F>
Visitor(F...) -> Visitor<F...>;

[[gnu::noinline]] static long weight(const Value& value) {
    return std::visit(Visitor{[](long n) { return n; },
                              [](double d) { return static_cast<long>(d * 2); },
                              [](const std::string& s) { return static_cast<long>(s.size()); }},
                      value);
}
[[gnu::noinline]] static std::optional<long> first_above(const std::vector<Value>& values,
                                                         long least) {
    for (const Value& value : values)
        if (weight(value) > least)
            return weight(value);
    return std::nullopt;
}
int main() {
    std::vector<Value> values;
    for (long i = 0; i < 400; ++i) {
        values.emplace_back(i % 7);
        values.emplace_back(static_cast<double>(i) / 3);
        values.emplace_back(std::string(static_cast<std::size_t>(i % 50), 'x'));
    }
    long sum = first_above(values, 200).value_or(0);
    for (const Value& value : values)
        sum += weight(value);
    std::printf("%ld\n", sum);
}
