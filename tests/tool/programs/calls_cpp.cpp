// SPDX-License-Identifier: GPL-2.0-or-later
// Exceptions, virtual calls, templates and libraries that are loaded: what C++ programs do to
// a tree of calls.
#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

struct Guard {
    std::string name;
    ~Guard() { name.clear(); }
};

[[gnu::noinline]] int thrower(int depth) {
    const Guard guard{"depth " + std::to_string(depth)};
    if (depth == 0)
        throw std::runtime_error(guard.name);
    return thrower(depth - 1) + static_cast<int>(guard.name.size());
}

[[gnu::noinline]] int rethrower(int depth) {
    try {
        return thrower(depth);
    } catch (const std::exception&) {
        throw;
    }
}

struct Shape {
    virtual ~Shape() = default;
    virtual double area() const = 0;
};
struct Square : Shape {
    double side;
    explicit Square(double s) : side(s) {}
    double area() const override { return side * side; }
};
struct Circle : Shape {
    double radius;
    explicit Circle(double r) : radius(r) {}
    double area() const override { return 3 * radius * radius; }
};

[[gnu::noinline]] double total(const std::vector<std::unique_ptr<Shape>>& shapes) {
    double sum = 0;
    for (const auto& shape : shapes)
        sum += shape->area();
    return sum;
}

[[gnu::noinline]] int loaded(const char* library) {
    int sum = 0;
    for (int i = 0; i < 2; ++i) {
        void* const handle = dlopen(library, RTLD_NOW);
        if (handle == nullptr)
            return -1;
        const auto function = reinterpret_cast<int (*)(int)>(dlsym(handle, "plugin_work"));
        if (function != nullptr)
            sum += function(10 + i);
        dlclose(handle);
    }
    return sum;
}

} // namespace

int main(int, char** argv) {
    int caught = 0;
    for (int i = 0; i < 5; ++i) {
        try {
            caught += rethrower(i);
        } catch (const std::runtime_error& error) {
            caught += error.what()[0];
        }
    }
    std::vector<std::unique_ptr<Shape>> shapes;
    for (int i = 0; i < 10; ++i) {
        if (i % 3 == 0)
            shapes.push_back(std::make_unique<Circle>(i));
        else
            shapes.push_back(std::make_unique<Square>(i));
    }
    std::map<std::string, int> counts;
    for (const char* word : {"b", "a", "c", "a", "b", "a"})
        ++counts[word];
    std::vector<int> numbers{5, 3, 9, 1, 7};
    std::sort(numbers.begin(), numbers.end(), [](int a, int b) { return a > b; });
    const std::string self = argv[0];
    const std::string library = self.substr(0, self.rfind('/') + 1) + "plugin.so";
    std::printf("%d %g %zu %d %d\n", caught, total(shapes), counts.size(), numbers[0],
                loaded(library.c_str()));
}
