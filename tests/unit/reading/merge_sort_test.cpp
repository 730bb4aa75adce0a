// SPDX-License-Identifier: GPL-2.0-or-later
#include "reading/merge_sort.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace cg::reading {
namespace {

// As large as a symbol of the core's.
struct Element {
    uint32_t key;
    std::array<uint32_t, 6> rest;

    bool operator==(const Element&) const = default;
};

int compare_keys(const void* a, const void* b) {
    const uint32_t x = static_cast<const Element*>(a)->key, y = static_cast<const Element*>(b)->key;
    return x < y ? -1 : x > y;
}

bool sort(std::vector<Element>& elements) {
    std::vector<Element> scratch((elements.size() + 1) / 2);
    return MergeSort(sizeof(Element), compare_keys, scratch.data())
        .sort(elements.data(), elements.size());
}

std::vector<Element> distinct(size_t count) {
    std::vector<Element> elements(count);
    for (uint32_t i = 0; i < count; ++i)
        elements[i] = {2 * i, {i, i + 1, i + 2, i + 3, i + 4, i + 5}};
    return elements;
}

TEST(MergeSort, SortsElementsInAnyOrder) {
    std::mt19937 random(1);
    for (size_t count = 0; count < 70; ++count) {
        const std::vector<Element> sorted = distinct(count);
        std::vector<Element> elements = sorted;
        std::shuffle(elements.begin(), elements.end(), random);
        ASSERT_TRUE(sort(elements)) << count;
        EXPECT_EQ(elements, sorted) << count;
    }
}

TEST(MergeSort, SortsRuns) {
    std::mt19937 random(2);
    const std::vector<Element> sorted = distinct(5000);
    for (const size_t runs : {1, 2, 3, 180}) {
        std::vector<Element> elements;
        for (size_t run = 0; run < runs; ++run) {
            for (size_t i = run; i < sorted.size(); i += runs)
                elements.push_back(sorted[i]);
        }
        ASSERT_TRUE(sort(elements)) << runs;
        EXPECT_EQ(elements, sorted) << runs;
    }
}

TEST(MergeSort, EndsWhereAComparisonContradictsItself) {
    std::vector<Element> elements = distinct(8), scratch(4);
    const auto above = [](const void*, const void*) { return 1; };
    EXPECT_FALSE(MergeSort(sizeof(Element), above, scratch.data()).sort(elements.data(), 8));
}

TEST(MergeSort, DoesNotSortEqualElements) {
    std::mt19937 random(3);
    for (size_t count = 2; count < 70; ++count) {
        std::vector<Element> elements = distinct(count);
        elements[random() % count].key = elements[random() % count].key;
        std::vector<uint32_t> keys;
        for (const Element& element : elements)
            keys.push_back(element.key);
        std::sort(keys.begin(), keys.end());
        const bool has_equal = std::adjacent_find(keys.begin(), keys.end()) != keys.end();
        std::shuffle(elements.begin(), elements.end(), random);
        EXPECT_EQ(sort(elements), !has_equal) << count;
    }
}

TEST(MergeSort, SortsWordsByWhatTheyPointAt) {
    static std::vector<uint32_t> values(1000);
    for (uint32_t i = 0; i < values.size(); ++i)
        values[i] = i * 7919 % 1009;
    std::vector<uint32_t> indexes(values.size()), scratch(values.size() / 2);
    std::iota(indexes.begin(), indexes.end(), 0);
    const Compare compare = [](const void* a, const void* b) {
        const uint32_t x = values[*static_cast<const uint32_t*>(a)];
        const uint32_t y = values[*static_cast<const uint32_t*>(b)];
        return x < y ? -1 : x > y;
    };
    ASSERT_TRUE(
        MergeSort(sizeof(uint32_t), compare, scratch.data()).sort(indexes.data(), indexes.size()));
    EXPECT_TRUE(std::is_sorted(indexes.begin(), indexes.end(),
                               [](uint32_t a, uint32_t b) { return values[a] < values[b]; }));
}

} // namespace
} // namespace cg::reading
