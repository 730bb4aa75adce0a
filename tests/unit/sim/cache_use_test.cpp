// SPDX-License-Identifier: GPL-2.0-or-later
// Cache use against the naive one on random references, and the paper's laws: cost that is carried
// back to the code that loaded a line, and up to its callers.
#include "naive_use.hpp"
#include "random_addresses.hpp"
#include "used_hierarchy.hpp"

#include <algorithm>
#include <array>
#include <ostream>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace cg::sim {

struct Three {
    Geometry code, data, last;
};
static void PrintTo(const Three& g, std::ostream* out) {
    for (const Geometry& cache : {g.code, g.data, g.last})
        *out << ' ' << cache.size << ',' << cache.associativity << ',' << cache.line_size;
}

namespace {

using Counts = std::array<Owner::Count, use_columns>;

// A node of a tree of calls, and the paper's method 1: when a line leaves, walks up from the
// function that loaded it to all its callers.
struct Context : naive::Loader {
    Context* parent;
    size_t function;
    Counts own = {};       // by the simulator
    Counts naive_own = {}; // by the naive one
    std::vector<Counts>* inclusive;

    Context(Context* up, size_t f, std::vector<Counts>* sums)
        : parent(up), function(f), inclusive(sums) {}

    void charge(const naive::Charge& c) override {
        const size_t column = c.level == 1 ? level_1_use : last_level_use;
        naive_own[column] += c.access_cost;
        naive_own[column + 1] += c.spatial_loss;
        std::set<size_t> functions; // a recursive one counts once
        for (const Context* at = this; at != nullptr; at = at->parent)
            functions.insert(at->function);
        for (const size_t f : functions) {
            (*inclusive)[f][column] += c.access_cost;
            (*inclusive)[f][column + 1] += c.spatial_loss;
        }
    }
};

void add(Counts& to, const Counts& from) {
    for (size_t i = 0; i < use_columns; ++i)
        to[i] += from[i];
}

class RandomUse : public testing::TestWithParam<Three> {};

TEST_P(RandomUse, IsThatOfTheNaiveCachesForLinesContextsAndCallers) {
    const Three& g = GetParam();
    UsedMachine machine(g.code, g.data, g.last);
    naive::UsedCaches naive(g.code, g.data, g.last);
    Addresses code(3, g.code.size), data(4, g.data.size);
    constexpr size_t functions = 12, source_lines = 40;
    std::vector<Counts> inclusive(functions), of_lines(source_lines);
    std::vector<std::unique_ptr<Context>> tree;
    tree.push_back(std::make_unique<Context>(nullptr, 0, &inclusive));
    Context* current = tree[0].get();
    const Word smallest = std::min(g.code.line_size, g.data.line_size);

    for (int i = 0; i < 150'000; ++i) {
        const uint64_t r = data.bits();
        if (r % 64 == 0 && tree.size() < 500) { // a call of a function
            tree.push_back(std::make_unique<Context>(current, (r >> 6) % functions, &inclusive));
            current = tree.back().get();
        } else if (r % 64 == 1 && current->parent != nullptr) {
            current = current->parent;
        } else if (r % 256 == 2) { // or of one that was called before
            current = tree[(r >> 8) % tree.size()].get();
        }
        const Owner owner = {of_lines[(r >> 20) % source_lines].data(), current->own.data()};
        const Word instruction = code.next(0x400000);
        const Word instruction_size = 1 + (r >> 26) % std::min<Word>(15, smallest);
        machine.fetch(instruction, instruction_size, owner, (r >> 30 & 1) != 0);
        naive.fetch(instruction, instruction_size, *current);
        const Word address = data.next(0x1000000);
        const Word size = 1 + (r >> 32) % ((r >> 40 & 1) != 0 ? smallest : 8);
        const Misses misses = machine.reference(address, size, owner, (r >> 31 & 1) != 0);
        ASSERT_EQ(misses, naive.reference(address, size, *current))
            << "reference " << i << " of " << size << " at " << address;
    }
    machine.use().settle_all();
    naive.settle();

    Counts total = {}, sum_of_lines = {}, sum_of_contexts = {};
    for (const auto& context : tree) {
        ASSERT_EQ(context->own, context->naive_own);
        add(total, context->naive_own);
        add(sum_of_contexts, context->own);
    }
    for (const Counts& line : of_lines)
        add(sum_of_lines, line);
    EXPECT_EQ(sum_of_lines, total);
    EXPECT_EQ(sum_of_contexts, total);
    EXPECT_EQ(inclusive[0], total) << "the root";
    for (const Owner::Count n : total)
        EXPECT_GT(n, 1000u) << "references that prove nothing";

    // Inclusive cost of functions from the tree: each node's is added to all above it.
    std::vector<Counts> from_tree(functions);
    for (const auto& context : tree) {
        std::set<size_t> seen;
        for (const Context* at = context.get(); at != nullptr; at = at->parent) {
            if (seen.insert(at->function).second)
                add(from_tree[at->function], context->own);
        }
    }
    EXPECT_EQ(from_tree, inclusive);
}

// Once settled, a line is not charged again.
TEST(CacheUseAtTheEnd, IsSettledOnce) {
    const Geometry g = {1024, 2, 64};
    UsedMachine machine(g, g, {4096, 4, 64});
    Counts line = {}, node = {};
    machine.reference(0x10000, 8, {line.data(), node.data()}, false);
    machine.use().settle_all();
    const Counts once = {1000, 56, 1000, 56};
    EXPECT_EQ(line, once);
    machine.use().settle_all();
    EXPECT_EQ(line, once);
}

// The case in which callgrind adds the use to another line.
TEST(CacheUseOfTheLastLevel, OutlivesTheLineThere) {
    const Geometry level_1 = {128, 2, 64}; // one set of two lines
    const Geometry last = {128, 1, 64};    // two sets of one line
    UsedMachine machine(level_1, level_1, last);
    Counts first = {}, second = {}, node = {};
    machine.reference(0x10000, 8, {first.data(), node.data()}, false);
    machine.reference(0x10080, 4, {second.data(), node.data()},
                      false); // replaces it in the last level
    machine.reference(0x10010, 8, {second.data(), node.data()}, false); // a hit in level 1
    machine.use().settle_all();
    EXPECT_EQ(machine.use().last.moved(), 1u);
    EXPECT_EQ(first, (Counts{500, 48, 500, 48}));
    EXPECT_EQ(second, (Counts{1000, 60, 1000, 60}));
}

// A granule of which one byte is used counts as used.
TEST(CacheUseAsCallgrind, HasGranules) {
    const Geometry g = {1024, 2, 64};
    UsedMachine machine(g, g, {4096, 4, 64});
    machine.use().last.follow_callgrind(2);
    Counts line = {}, node = {};
    machine.reference(0x10001, 2, {line.data(), node.data()}, false);
    machine.use().settle_all();
    EXPECT_EQ(line, (Counts{1000, 60, 1000, 60}));
}

// While costs are not collected, a line that leaves is charged to nobody.
TEST(CacheUseAsCallgrind, ChargesOnlyWhileItIsSwitchedOn) {
    const Geometry g = {1024, 2, 64};
    UsedMachine machine(g, g, {4096, 4, 64});
    machine.use().last.follow_callgrind(2);
    Counts line = {}, node = {};
    machine.reference(0x10000, 8, {line.data(), node.data()}, false);
    machine.use().last.set_charging(false);
    machine.use().settle_all();
    EXPECT_EQ(line, Counts{});
    machine.use().last.set_charging(true);
    machine.reference(0x20000, 8, {line.data(), node.data()}, false);
    machine.use().settle_all();
    EXPECT_EQ(line, (Counts{1000, 56, 1000, 56}));
}

TEST(CacheUseOfLines, NeedsThoseOfTheLastLevelToBeAsLarge) {
    const Geometry small = {1024, 2, 32}, large = {4096, 4, 64};
    EXPECT_TRUE(CacheUse::can_simulate(small, large, large));
    EXPECT_FALSE(CacheUse::can_simulate(small, large, small));
    EXPECT_FALSE(CacheUse::can_simulate(large, small, small));
}

// With few ways, level 1 has stamps between sets that are not used, and so counts and masks: then
// only all levels together keep to it.
TEST(CacheUseMemory, IsAtMost64BytesForEachLine) {
    const auto lines = [](const Geometry& g) { return g.sets() * g.associativity; };
    const auto level_1 = [](const StampRows& rows, const Geometry& g) {
        using Use = CacheUse::Level;
        return Use::counts_bytes(rows, g.line_size) + Use::loads_bytes(rows);
    };
    for (const uint32_t ways : {1u, 2u, 4u, 8u, 16u}) {
        const Geometry first = {32768, ways, 64}, last = {8388608, 16, 64};
        const size_t all = 2 * lines(first) + lines(last);
        const size_t bytes = level_1(CodeCache::rows_for(first), first) +
                             level_1(DataCache::rows_for(first), first) +
                             decltype(CacheUse::last)::storage_bytes(last, 2 * lines(first)) +
                             lines(last) * sizeof(uint32_t); // numbers in LastLevel
        EXPECT_LE(bytes, 64 * all) << ways;
        if (ways >= 8) {
            EXPECT_LE(level_1(DataCache::rows_for(first), first), size_t{64} * lines(first));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Geometries, RandomUse,
                         testing::Values(
                             // direct-mapped, small, and each level another line size
                             Three{{2048, 1, 64}, {1024, 1, 32}, {16384, 1, 128}},
                             Three{{32, 1, 16}, {32, 1, 16}, {64, 1, 16}},
                             // as processors have them
                             Three{{32768, 8, 64}, {32768, 8, 64}, {8388608, 16, 64}},
                             Three{{32768, 8, 64}, {49152, 12, 64}, {135168, 33, 64}},
                             Three{{65536, 16, 64}, {65536, 16, 64}, {114688, 14, 64}},
                             Three{{32768, 8, 64}, {16384, 4, 64}, {131072, 16, 64}},
                             Three{{65536, 2, 64}, {65536, 2, 64}, {262144, 8, 64}},
                             // 128 bytes, as POWER and Apple's processors have them
                             Three{{32768, 4, 128}, {65536, 8, 128}, {524288, 16, 128}},
                             // one set: fully associative
                             Three{{256, 4, 64}, {192, 3, 64}, {2048, 32, 64}},
                             Three{{256, 4, 64}, {192, 3, 64}, {2048, 8, 256}},
                             Three{{1024, 64, 16}, {1008, 63, 16}, {4112, 257, 16}},
                             // a last level below level 1, so that its lines leave first
                             Three{{32768, 8, 64}, {32768, 8, 64}, {1024, 2, 64}},
                             Three{{16384, 4, 16}, {32768, 8, 64}, {4096, 2, 512}},
                             // large lines
                             Three{{65536, 4, 4096}, {65536, 4, 1024}, {1048576, 16, 4096}},
                             // more lines in level 1 than the index of generated code has slots
                             Three{{131072, 2, 16}, {262144, 32, 16}, {1048576, 16, 16}}));

} // namespace
} // namespace cg::sim
