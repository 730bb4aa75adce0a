// SPDX-License-Identifier: GPL-2.0-or-later
// Constructors and destructors of virtual bases, thunks and covariant results.
#include <cstdio>
#include <memory>
#include <vector>

struct Named {
    explicit Named(int id) : id_(id) {}
    virtual ~Named() = default;
    virtual int id() const { return id_; }
    int id_;
};
struct Left : virtual Named {
    Left() : Named(1), left_(2) {}
    int id() const override { return Named::id() + left_; }
    int left_;
};
struct Right : virtual Named {
    Right() : Named(3), right_(4) {}
    virtual std::unique_ptr<Right> copy() const { return std::make_unique<Right>(*this); }
    int right_;
};
struct Both final : Left, Right {
    explicit Both(int n) : Named(n), numbers_(static_cast<unsigned>(n), n) {}
    int id() const override { return Left::id() + static_cast<int>(numbers_.size()); }
    std::unique_ptr<Right> copy() const override { return std::make_unique<Both>(*this); }
    std::vector<int> numbers_;
};
[[gnu::noinline]] static int sum(const std::vector<std::unique_ptr<Named>>& all) {
    int ids = 0;
    for (const auto& one : all)
        ids += one->id();
    return ids;
}
int main() {
    std::vector<std::unique_ptr<Named>> all;
    for (int i = 0; i < 60; ++i) {
        all.push_back(std::make_unique<Left>());
        all.push_back(std::make_unique<Both>(i));
        all.push_back(Both(i).copy());
    }
    std::printf("%d\n", sum(all));
}
