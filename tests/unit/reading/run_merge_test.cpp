// SPDX-License-Identifier: GPL-2.0-or-later
#include "reading/run_merge.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace cg::reading {
namespace {

// Elements of different sizes, ordered by their keys.
template <size_t words>
struct Element {
    uint32_t key = 0;
    std::array<uint32_t, words - 1> other = {};

    bool operator==(const Element&) const = default;
};

template <size_t words>
std::vector<Element<words>> elements_of(const std::vector<uint32_t>& keys) {
    std::vector<Element<words>> elements(keys.size());
    for (size_t i = 0; i < keys.size(); ++i) {
        elements[i].key = keys[i];
        elements[i].other.fill(static_cast<uint32_t>(i));
    }
    return elements;
}

// At the beginning of each element is its key.
int compare(const void* first, const void* second) {
    const auto a = *static_cast<const uint32_t*>(first), b = *static_cast<const uint32_t*>(second);
    return a < b ? -1 : a > b ? 1 : 0;
}

template <typename T>
bool merged(std::vector<T>& elements) {
    std::vector<char> scratch(RunMerge::scratch_bytes(elements.size(), sizeof(T)));
    return RunMerge(elements.data(), elements.size(), sizeof(T), compare).sort(scratch.data());
}

template <typename T>
std::vector<T> by_key(std::vector<T> elements) {
    std::sort(elements.begin(), elements.end(),
              [](const T& a, const T& b) { return a.key < b.key; });
    return elements;
}

// Returns the numbers below `count` in random order, but as `runs` sorted runs of random lengths.
std::vector<uint32_t> keys_in_runs(size_t count, size_t runs, std::mt19937& random) {
    std::vector<uint32_t> keys(count);
    std::iota(keys.begin(), keys.end(), 0U);
    std::shuffle(keys.begin(), keys.end(), random);
    std::vector<size_t> ends = {0, count};
    while (ends.size() <= runs)
        ends.push_back(random() % (count + 1));
    std::sort(ends.begin(), ends.end());
    for (size_t i = 1; i < ends.size(); ++i)
        std::sort(keys.begin() + static_cast<std::ptrdiff_t>(ends[i - 1]),
                  keys.begin() + static_cast<std::ptrdiff_t>(ends[i]));
    return keys;
}

template <size_t words>
void expect_sorted(const std::vector<uint32_t>& keys) {
    auto elements = elements_of<words>(keys);
    const auto sorted = by_key(elements);
    ASSERT_TRUE(merged(elements)) << keys.size() << " elements of " << words << " words";
    ASSERT_EQ(elements, sorted) << keys.size() << " elements of " << words << " words";
}

TEST(RunMerge, SortsRunsOfElementsOfAnySize) {
    std::mt19937 random(1);
    for (size_t runs = 1; runs < 40; ++runs) {
        expect_sorted<1>(keys_in_runs(500, runs, random));
        expect_sorted<2>(keys_in_runs(501, runs, random));
        expect_sorted<3>(keys_in_runs(100, runs, random));
        expect_sorted<7>(keys_in_runs(30, runs, random));
    }
}

TEST(RunMerge, LeavesOneRunOrLessAsItIs) {
    expect_sorted<1>({});
    expect_sorted<1>({7});
    expect_sorted<1>({7, 8, 9});
    EXPECT_TRUE(RunMerge(nullptr, 0, sizeof(uint32_t), compare).sort(nullptr));
}

// Short runs are the most that there can be: in these, each element is smaller than the one before.
TEST(RunMerge, SortsUpTo512Runs) {
    std::vector<uint32_t> keys(RunMerge::max_runs);
    std::iota(keys.rbegin(), keys.rend(), 0U);
    expect_sorted<2>(keys);
    keys.push_back(1000); // one element more, but not a run more
    expect_sorted<2>(keys);
}

TEST(RunMerge, LeavesMoreThan512RunsAsTheyAre) {
    for (const size_t count : {RunMerge::max_runs + 1, RunMerge::max_runs + 2, size_t{3000}}) {
        std::vector<uint32_t> keys(count);
        std::iota(keys.rbegin(), keys.rend(), 0U);
        auto elements = elements_of<2>(keys);
        EXPECT_FALSE(merged(elements)) << count;
        EXPECT_EQ(elements, elements_of<2>(keys)) << count;
    }
}

// Equal elements next to each other, in adjacent runs, and in runs that meet last.
TEST(RunMerge, LeavesAnyArrayWithEqualElementsAsItIs) {
    constexpr uint32_t values = 6;
    unsigned sorted = 0;
    for (uint32_t number = 0; number < values * values * values * values * values * values;
         ++number) {
        std::vector<uint32_t> keys;
        for (uint32_t rest = number; keys.size() < 6; rest /= values)
            keys.push_back(rest % values);
        auto elements = elements_of<1>(keys);
        const auto before = elements, ordered = by_key(elements);
        const bool distinct = std::adjacent_find(ordered.begin(), ordered.end()) == ordered.end();
        ASSERT_EQ(merged(elements), distinct) << testing::PrintToString(keys);
        ASSERT_EQ(elements, distinct ? ordered : before) << testing::PrintToString(keys);
        sorted += distinct ? 1 : 0;
    }
    EXPECT_EQ(sorted, 720U);
}

TEST(RunMerge, FindsOnePairOfEqualElementsAnywhere) {
    std::mt19937 random(2);
    for (unsigned i = 0; i < 200; ++i) {
        std::vector<uint32_t> keys = keys_in_runs(300, 1 + i % 30, random);
        keys[random() % keys.size()] = keys[random() % keys.size()];
        auto elements = elements_of<3>(keys);
        const auto before = elements;
        const auto ordered = by_key(elements);
        const bool distinct =
            std::adjacent_find(ordered.begin(), ordered.end(), [](const auto& a, const auto& b) {
                return a.key == b.key;
            }) == ordered.end();
        ASSERT_EQ(merged(elements), distinct);
        ASSERT_EQ(elements, distinct ? ordered : before);
    }
}

// Whole words are copied.
TEST(RunMerge, LeavesElementsThatAreNotWholeWordsAsTheyAre) {
    for (const size_t size : {1, 2, 3, 5, 6, 7, 9}) {
        std::vector<char> bytes(4 * size), scratch(RunMerge::scratch_bytes(4, size));
        std::iota(bytes.rbegin(), bytes.rend(), char{0});
        const std::vector<char> before = bytes;
        const Compare by_byte = [](const void* first, const void* second) {
            return *static_cast<const char*>(first) - *static_cast<const char*>(second);
        };
        EXPECT_FALSE(RunMerge(bytes.data(), 4, size, by_byte).sort(scratch.data())) << size;
        EXPECT_EQ(bytes, before) << size;
    }
}

} // namespace
} // namespace cg::reading
