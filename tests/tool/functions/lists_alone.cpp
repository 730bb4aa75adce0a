// SPDX-License-Identifier: GPL-2.0-or-later
// Class templates with several instances, and a static function of each kind of linkage.
#include <cstdio>
#include <functional>
#include <list>
#include <set>
#include <unordered_map>

namespace {
template <typename T>
class Pool {
  public:
    T* take() {
        if (free_.empty())
            grow();
        T* const taken = free_.front();
        free_.pop_front();
        return taken;
    }
    void give(T* of) { free_.push_front(of); }
    ~Pool() {
        for (T* block : blocks_)
            delete[] block;
    }

  private:
    [[gnu::noinline]] void grow() {
        blocks_.push_back(new T[16]);
        for (int i = 0; i < 16; ++i)
            free_.push_back(blocks_.back() + i);
    }
    std::list<T*> free_, blocks_;
};
struct Node {
    int value = 0;
    bool operator<(const Node& other) const { return value < other.value; }
};
} // namespace

static int apply(const std::function<int(int)>& f, int x) {
    return f(x);
}
int main() {
    Pool<Node> nodes;
    Pool<long> longs;
    std::set<Node> sorted;
    std::unordered_map<int, long> counts;
    long sum = 0;
    for (int i = 0; i < 300; ++i) {
        Node* const node = nodes.take();
        node->value = (i * 37) % 101;
        sorted.insert(*node);
        long* const number = longs.take();
        *number = apply([i](int x) { return x * i; }, i);
        counts[node->value % 10] += *number;
        if (i % 3)
            nodes.give(node), longs.give(number);
    }
    for (const auto& [key, count] : counts)
        sum += key * count;
    std::printf("%zu %ld\n", sorted.size(), sum);
}
