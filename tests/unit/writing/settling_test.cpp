// SPDX-License-Identifier: GPL-2.0-or-later
#include "writing/settling.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace cg::writing {
namespace {

using Counts = std::vector<Count>;

// Zeroed memory that is released at the end, and of which there may be little.
class Memory {
  public:
    explicit Memory(size_t blocks = SIZE_MAX) : left_(blocks) {}
    void* allocate(size_t bytes) {
        if (left_ == 0)
            return nullptr;
        --left_;
        return blocks_.emplace_back((bytes + sizeof(Count)) / sizeof(Count)).data();
    }

  private:
    size_t left_;
    std::deque<Counts> blocks_;
};

struct Allocate {
    Memory* memory;
    void* operator()(size_t bytes) const { return memory->allocate(bytes); }
};
using HostSettling = Settling<Allocate>;
constexpr size_t nobody = HostSettling::nobody;

struct Row {
    size_t line;
    size_t function; // expected, or `nobody`
    Counts counts;
};

struct Input {
    unsigned events;
    std::vector<Counts> own; // by function
    std::vector<Row> rows;   // by line
};

using Shares = std::map<std::pair<size_t, size_t>, Counts>; // by function and line

// Returns false if memory ran out.
bool settle(const Input& input, Memory& memory, Shares& shares) {
    Counts own;
    for (const Counts& counts : input.own)
        own.insert(own.end(), counts.begin(), counts.end());
    const size_t functions = input.own.size();
    HostSettling settling(input.events, Allocate{&memory});
    if (!settling.start(functions, own.data()))
        return false;
    for (const Row& row : input.rows) {
        if (!settling.add(row.line, row.function, row.counts.data()))
            return false;
    }
    if (!settling.settle())
        return false;
    for (size_t f = 0; f < functions; ++f) {
        for (const Share* s = settling.shares(f); s != nullptr; s = s->next) {
            EXPECT_TRUE(s->next == nullptr || s->line < s->next->line);
            shares[{f, s->line}] = Counts(s->counts(), s->counts() + input.events);
        }
    }
    return true;
}

Shares settled(const Input& input) {
    Memory memory;
    Shares shares;
    EXPECT_TRUE(settle(input, memory, shares));
    return shares;
}

TEST(Settling, GivesALineToTheExpectedFunction) {
    const Shares expected = {{{0, 1}, {10}}, {{1, 2}, {5}}, {{1, 3}, {2}}};
    EXPECT_EQ(settled({1, {{10}, {7}}, {{1, 0, {10}}, {2, 1, {5}}, {3, 1, {2}}}}), expected);
}

TEST(Settling, GivesALineThatIsExpectedOfNobodyToFunctionsThatLackCost) {
    // Three functions ran a stub, whose line is 0.
    const Shares expected = {
        {{0, 0}, {1}}, {{0, 1}, {10}}, {{1, 2}, {5}}, {{2, 0}, {2}}, {{2, 3}, {4}}};
    EXPECT_EQ(
        settled({1, {{11}, {5}, {6}}, {{0, nobody, {3}}, {1, 0, {10}}, {2, 1, {5}}, {3, 2, {4}}}}),
        expected);
}

TEST(Settling, GivesToAnotherFunctionWhatTheExpectedOneDidNotRun) {
    // Function 1 jumped into function 0.
    const Shares expected = {{{0, 1}, {10}}, {{0, 2}, {1}}, {{1, 2}, {4}}, {{1, 3}, {3}}};
    EXPECT_EQ(settled({1, {{11}, {7}}, {{1, 0, {10}}, {2, 0, {5}}, {3, 1, {3}}}}), expected);
}

TEST(Settling, SettlesEachEventOnItsOwn) {
    const Shares expected = {{{0, 1}, {8, 2}}, {{1, 1}, {2, 0}}, {{1, 2}, {1, 4}}};
    EXPECT_EQ(settled({2, {{8, 2}, {3, 4}}, {{1, 0, {10, 2}}, {2, 1, {1, 4}}}}), expected);
}

TEST(Settling, AddsRowsOfOneLine) {
    const Shares expected = {{{0, 1}, {6}}, {{1, 1}, {7}}};
    EXPECT_EQ(settled({1, {{6}, {7}}, {{1, 0, {2}}, {1, 1, {3}}, {1, 0, {4}}, {1, nobody, {4}}}}),
              expected);
}

TEST(Settling, GivesToTheLastFunctionWhatNobodyRan) {
    const Shares expected = {{{0, 1}, {2}}, {{1, 1}, {1}}, {{1, 2}, {9}}};
    EXPECT_EQ(settled({1, {{2}, {3}}, {{1, 0, {3}}, {2, nobody, {9}}}}), expected);
}

TEST(Settling, SaysThatMemoryRanOut) {
    const Input input = {1, {{11}, {7}}, {{1, 0, {10}}, {2, 0, {5}}, {3, 1, {3}}}};
    size_t blocks = 0;
    for (;; ++blocks) {
        Memory memory(blocks);
        Shares shares;
        if (settle(input, memory, shares))
            break;
        EXPECT_EQ(shares, Shares());
    }
    // Two arrays, four shares, and what is left of line 2.
    EXPECT_EQ(blocks, 7U);
}

// Costs of lines by function, chosen first; the input only has their sums.
Input random_input(std::mt19937& random) {
    const auto below = [&](uint32_t n) {
        return std::uniform_int_distribution<uint32_t>(0, n - 1)(random);
    };
    Input input;
    input.events = 1 + below(3);
    input.own.assign(1 + below(6), Counts(input.events));
    const auto functions = static_cast<uint32_t>(input.own.size());
    for (uint32_t line = 0, lines = below(12); line < lines; ++line) {
        const uint32_t function = below(functions);
        for (uint32_t rows = below(4); rows != 0; --rows) {
            Row row = {line, below(4) == 0 ? nobody : function, Counts(input.events)};
            const uint32_t ran_by = below(3) == 0 ? below(functions) : function;
            for (unsigned i = 0; i < input.events; ++i) {
                row.counts[i] = below(3) == 0 ? 0 : below(100);
                input.own[ran_by][i] += row.counts[i];
            }
            input.rows.push_back(std::move(row));
        }
    }
    return input;
}

TEST(Settling, KeepsTheCostOfEachLineAndTheOwnCostOfEachFunction) {
    std::mt19937 random(1);
    for (int i = 0; i < 5000; ++i) {
        const Input input = random_input(random);
        std::vector<Counts> own(input.own.size(), Counts(input.events));
        std::map<size_t, Counts> lines;
        for (const Row& row : input.rows)
            lines[row.line].resize(input.events);
        for (const auto& [at, counts] : settled(input)) {
            const auto [function, line] = at;
            bool any = false;
            for (unsigned e = 0; e < input.events; ++e) {
                own[function][e] += counts[e];
                lines[line].at(e) += counts[e];
                any |= counts[e] != 0;
            }
            EXPECT_TRUE(any);
        }
        EXPECT_EQ(own, input.own);
        for (const Row& row : input.rows) {
            for (unsigned e = 0; e < input.events; ++e)
                lines[row.line][e] -= row.counts[e];
        }
        for (const auto& [line, counts] : lines)
            EXPECT_EQ(counts, Counts(input.events)) << line;
    }
}

// The expected functions ran all that they could have run.
TEST(Settling, GivesToOthersOnlyWhatIsTooMuch) {
    std::mt19937 random(2);
    for (int i = 0; i < 5000; ++i) {
        const Input input = random_input(random);
        std::vector<Counts> expected(input.own.size(), Counts(input.events));
        std::map<std::pair<size_t, size_t>, Counts> by_row;
        for (const Row& row : input.rows) {
            if (row.function == nobody)
                continue;
            Counts& sum = by_row[{row.function, row.line}];
            sum.resize(input.events);
            for (unsigned e = 0; e < input.events; ++e) {
                expected[row.function][e] += row.counts[e];
                sum[e] += row.counts[e];
            }
        }
        const Shares shares = settled(input);
        for (const auto& [at, counts] : by_row) {
            const auto [function, line] = at;
            const auto share = shares.find({function, line});
            for (unsigned e = 0; e < input.events; ++e) {
                if (expected[function][e] <= input.own[function][e] && counts[e] != 0) {
                    ASSERT_NE(share, shares.end());
                    EXPECT_GE(share->second[e], counts[e]);
                }
            }
        }
    }
}

} // namespace
} // namespace cg::writing
