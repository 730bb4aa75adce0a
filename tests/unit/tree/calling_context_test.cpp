// SPDX-License-Identifier: GPL-2.0-or-later
// Random programs of calls, returns, tail calls and jumps out of several functions. At each event,
// the naive way counts each function on the stack once.
#include "tree/calling_context.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace cg::tree {
namespace {

struct Function {};

struct Node {
    Node* parent = nullptr;
    Node* first_child = nullptr;
    Node* next = nullptr;
    Node* home = nullptr;
    const Function* callee = nullptr;
    uint64_t calls = 0, cost = 0;
};

using Functions = std::set<const Function*>;
using Arc = std::pair<const Function*, const Function*>;

struct Costs {
    std::map<const Function*, uint64_t> own, inclusive;
    std::map<Arc, uint64_t> calls, outermost; // of calls of functions that are not on the stack yet

    bool operator==(const Costs&) const = default;
};

class Program {
  public:
    Program(size_t functions, long long limit, unsigned seed)
        : functions_(functions), limit_(limit), random_(seed) {
        root_ = make(nullptr, nullptr);
        stack_.push_back({root_, nullptr, 0});
    }

    void run(size_t events, unsigned likely_depth) {
        for (size_t i = 0; i < events; ++i) {
            const bool deep = stack_.size() > likely_depth;
            const unsigned which = pick(12);
            if (which < (deep ? 3u : 6u))
                call(++next_frame_);
            else if (which < 7)
                call(stack_.back().frame); // a tail call returns together with its caller
            else if (which < 11)
                leave(stack_.back().frame);
            else
                leave(1 + pick(static_cast<unsigned>(stack_.back().frame) + 1));
            count(1 + pick(9));
        }
    }

    const Costs& naive() const { return naive_; }
    size_t nodes() const { return nodes_.size() - 1; }

    Costs folded() {
        Costs costs;
        Functions path;
        gather(root_, path, costs);
        return costs;
    }

    size_t most_on_a_path() const {
        size_t most = 0;
        for (const Node& bottom : nodes_) {
            size_t times = 0;
            for (const Node* n = &bottom; n != nullptr && bottom.callee != nullptr; n = n->parent)
                times += n->callee == bottom.callee;
            most = std::max(most, times);
        }
        return most;
    }

  private:
    struct Level {
        Node* node;
        const Function* function;
        size_t frame;
    };

    unsigned pick(unsigned count) { return static_cast<unsigned>(random_() % count); }

    Node* make(Node* parent, const Function* callee) {
        Node& made = nodes_.emplace_back();
        made.parent = parent;
        made.callee = callee;
        return &made;
    }

    void call(size_t frame) {
        const Function* const callee = &functions_[pick(static_cast<unsigned>(functions_.size()))];
        Node* const node = child_of(stack_.back().node, callee, limit_,
                                    [this](auto* p, auto* c) { return make(p, c); });
        ++node->calls;
        ++naive_.calls[{stack_.back().function, callee}];
        stack_.push_back({node, callee, frame});
    }

    // Returns from the frame and those above it.
    void leave(size_t frame) {
        while (stack_.size() > 1 && stack_.back().frame >= frame)
            stack_.pop_back();
        next_frame_ = stack_.back().frame;
    }

    void count(uint64_t cost) {
        stack_.back().node->cost += cost;
        naive_.own[stack_.back().function] += cost;
        Functions seen;
        for (size_t i = 0; i < stack_.size(); ++i) {
            const Function* const f = stack_[i].function;
            if (!seen.insert(f).second || i == 0)
                continue;
            naive_.inclusive[f] += cost;
            naive_.outermost[{stack_[i - 1].function, f}] += cost;
        }
    }

    uint64_t gather(Node* node, Functions& path, Costs& costs) {
        const bool is_new = node->callee != nullptr && path.insert(node->callee).second;
        uint64_t sum = node->cost;
        if (node->cost != 0)
            costs.own[node->callee] += node->cost;
        for (Node* child = node->first_child; child != nullptr; child = child->next)
            sum += gather(child, path, costs);
        if (node->parent != nullptr)
            costs.calls[{node->parent->callee, node->callee}] += node->calls;
        if (is_new) {
            costs.inclusive[node->callee] += sum;
            costs.outermost[{node->parent->callee, node->callee}] += sum;
            path.erase(node->callee);
        }
        return sum;
    }

    std::vector<Function> functions_;
    long long limit_;
    std::mt19937 random_;
    std::deque<Node> nodes_;
    Node* root_ = nullptr;
    std::vector<Level> stack_;
    size_t next_frame_ = 0;
    Costs naive_;
};

// Calls by name, as "abca": a calls b, which calls c, which calls a. Returns the paths of all
// nodes.
std::set<std::string> paths_of(const std::string& calls, long long limit) {
    std::vector<Function> functions(26);
    std::deque<Node> nodes(1);
    Node* at = &nodes.front();
    std::set<std::string> paths;
    for (const char name : calls) {
        at = child_of(at, &functions[static_cast<size_t>(name - 'a')], limit,
                      [&](Node* parent, const Function* callee) {
                          Node& made = nodes.emplace_back();
                          made.parent = parent;
                          made.callee = callee;
                          return &made;
                      });
        std::string path;
        for (const Node* n = at; n->parent != nullptr; n = n->parent)
            path.insert(path.begin(), static_cast<char>('a' + (n->callee - functions.data())));
        paths.insert(path);
    }
    return paths;
}

using Paths = std::set<std::string>;

TEST(CallingContext, FoldsACallOfAFunctionThatLacksNone) {
    EXPECT_EQ(paths_of("aaaa", 1), (Paths{"a", "aa"}));
    EXPECT_EQ(paths_of("aaab", 1), (Paths{"a", "aa", "ab"}));
    EXPECT_EQ(paths_of("aaab", 2), (Paths{"a", "aa", "aaa", "aab"}));
    EXPECT_EQ(paths_of("aaab", 0), (Paths{"a", "aa", "aaa", "aaab"}));
}

TEST(CallingContext, KeepsTheFunctionsBetween) {
    EXPECT_EQ(paths_of("abac", 1), (Paths{"a", "ab", "aba", "abac"}));
    EXPECT_EQ(paths_of("abababac", 1), (Paths{"a", "ab", "aba", "abab", "abac"}));
    EXPECT_EQ(paths_of("ababac", 2), (Paths{"a", "ab", "aba", "abab", "ababa", "abac"}));
}

TEST(CallingContext, RecursionDoesNotMakeTheTreeDeeper) {
    std::string calls;
    for (int i = 0; i < 1000; ++i)
        calls += "abcab";
    size_t longest = 0;
    for (const std::string& path : paths_of(calls, 1))
        longest = std::max(longest, path.size());
    EXPECT_LE(longest, 6U);
}

TEST(CallingContext, KeepsTheCallerInARecursionThatCannotBeFolded) {
    EXPECT_EQ(paths_of("abcdabc", 1),
              (Paths{"a", "ab", "abc", "abcd", "abcda", "abcdab", "abcdbc"}));
    EXPECT_EQ(paths_of("abcdabd", 1),
              (Paths{"a", "ab", "abc", "abcd", "abcda", "abcdab", "abcdabd"}));
    EXPECT_TRUE(paths_of("abcdabc", 2).contains("abcdabc"));
}

// As in an interpreter whose instructions jump to each other.
TEST(CallingContext, HasFewNodesForCallsInAnyOrder) {
    constexpr size_t functions = 16;
    std::mt19937 random(1);
    std::string calls;
    for (int i = 0; i < 100'000; ++i)
        calls += static_cast<char>('a' + random() % functions);
    const Paths paths = paths_of(calls, 1);
    EXPECT_LE(paths.size(), functions * (1 + functions + functions * functions));
}

TEST(CallingContext, CallsWithoutMemoryHaveNoNode) {
    Node root;
    const Function f;
    const auto none = [](Node*, const Function*) -> Node* { return nullptr; };
    EXPECT_EQ(child_of(&root, &f, 1, none), nullptr);
    EXPECT_EQ(root.first_child, nullptr);
}

TEST(CallingContext, CostsAreThoseOfTheStackAtEachEvent) {
    for (size_t functions = 1; functions <= 6; ++functions) {
        for (long long limit = 0; limit <= 4; ++limit) {
            for (unsigned seed = 0; seed < 6; ++seed) {
                SCOPED_TRACE("functions " + std::to_string(functions) + " limit " +
                             std::to_string(limit) + " seed " + std::to_string(seed));
                Program program(functions, limit, seed * 100 + static_cast<unsigned>(functions));
                program.run(600, 4 + 8 * (seed % 3));
                ASSERT_EQ(program.folded(), program.naive());
            }
        }
    }
}

TEST(CallingContext, FoldsWhenTheLimitIsReached) {
    for (long long limit = 1; limit <= 4; ++limit) {
        Program program(1, limit, 1);
        program.run(1000, 30);
        EXPECT_EQ(program.nodes(), static_cast<size_t>(limit) + 1);
        EXPECT_EQ(program.most_on_a_path(), static_cast<size_t>(limit) + 1);
    }
}

} // namespace
} // namespace cg::tree
