// SPDX-License-Identifier: GPL-2.0-or-later
// Another class of the same name as in alike.cpp.
extern volatile int sink;

int more(int n);

namespace {
struct Shape {
    __attribute__((noinline)) int area(int n) { return n > 0 ? area(n - 1) + area(n - 2) : sink; }
};
} // namespace

int more(int n) {
    return Shape().area(n);
}
