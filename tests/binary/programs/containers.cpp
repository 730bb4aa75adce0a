// SPDX-License-Identifier: GPL-2.0-or-later
// Most of it is inlined: templates of the library, a lambda, functions of namespaces.
#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace sums {
template <class T>
static inline T twice(T x) {
    return x + x;
}
} // namespace sums

int main(int argc, char**) {
    std::map<std::string, int> numbers;
    std::vector<int> values;
    for (int i = 0; i < 1000 * argc; ++i) {
        numbers[std::to_string(i)] = sums::twice(i);
        values.push_back(i ^ 55);
    }
    std::sort(values.begin(), values.end(),
              [](int a, int b) { return sums::twice(a) % 17 < sums::twice(b) % 17; });
    int sum = 0;
    for (const auto& [text, number] : numbers)
        sum += number + values[static_cast<std::size_t>(number) % values.size()];
    std::printf("%d\n", sum);
}
