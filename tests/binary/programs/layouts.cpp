// SPDX-License-Identifier: GPL-2.0-or-later
// Prints the layouts of its structs, as the compiler knows them: STRUCT sizeof, and for each member
// STRUCT offset sizeof name.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <utility>

struct Plain {
    char kind;
    double price;
    const char* name;
    short flags[3];
    unsigned first : 3, second : 7, : 0, third : 30;
};
namespace shop {
struct Point {
    std::int32_t x, y;
};
struct Order {
    static int count;
    std::uint64_t id;
    Point from, path[3];
    Point grid[2][2];
    char text[5];
    union {
        double number;
        struct {
            int low, high;
        };
        char bytes[8];
    };
    Point* next;
    int (*compare)(const Order*, int);
};
int Order::count = 0;
template <typename T, typename U>
struct Node {
    Node* next;
    std::pair<const T, U> value;
};
namespace {
struct Hidden {
    int a;
};
} // namespace
} // namespace shop
struct Base {
    virtual ~Base() {}
    int id = 1;
};
struct Other {
    char c = 1;
};
struct Empty {};
struct Derived final : Base, Other, Empty {
    char own = 2; // in what Base and Other leave
    Base member;
    volatile long last = 3;
};
struct Virtual : virtual Base {
    long own = 4;
};
typedef struct {
    int x;
    long long y;
} Named;
struct Undefined;
struct Huge {
    shop::Point points[1000];
    int count;
};

#define STRUCT(s) std::printf("%s %zu\n", #s, sizeof(s))
#define MEMBER(s, m)                                                                               \
    std::printf("%s %zu %zu %s\n", #s, offsetof(s, m), sizeof(((s*)nullptr)->m), #m)

Undefined* nothing;
Plain plain;
Named named;

int main() {
    struct Local {
        char c;
        int i;
    } local{1, 2};
    shop::Node<unsigned, shop::Order> node{};
    shop::Hidden hidden{1};
    Virtual v;
    Derived d;
    Huge huge{};
    STRUCT(Plain);
    MEMBER(Plain, kind);
    MEMBER(Plain, price);
    MEMBER(Plain, name);
    MEMBER(Plain, flags);
    STRUCT(shop::Order);
    MEMBER(shop::Order, id);
    MEMBER(shop::Order, from.x);
    MEMBER(shop::Order, from.y);
    MEMBER(shop::Order, path[2].y);
    MEMBER(shop::Order, grid[1][0].x);
    MEMBER(shop::Order, grid[0][1].x);
    MEMBER(shop::Order, text);
    MEMBER(shop::Order, number);
    MEMBER(shop::Order, low);
    MEMBER(shop::Order, high);
    MEMBER(shop::Order, bytes);
    MEMBER(shop::Order, next);
    MEMBER(shop::Order, compare);
    STRUCT(Derived);
    MEMBER(Derived, id);
    MEMBER(Derived, c);
    MEMBER(Derived, own);
    MEMBER(Derived, member.id);
    MEMBER(Derived, last);
    STRUCT(Named);
    MEMBER(Named, x);
    MEMBER(Named, y);
    STRUCT(Virtual);
    STRUCT(Local);
    MEMBER(Local, i);
    STRUCT(Huge);
    MEMBER(Huge, points);
    MEMBER(Huge, count);
    return nothing != nullptr || static_cast<int>(node.value.first) + hidden.a +
                                         static_cast<int>(v.own + d.last) + local.i - huge.count -
                                         10 >
                                     100;
}
