// SPDX-License-Identifier: GPL-2.0-or-later
#include "memory/chunks.hpp"

#include "system.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <gtest/gtest.h>

namespace cg::memory {
namespace {

constexpr size_t kib = 1024;

class PagesOf : public testing::TestWithParam<size_t> {
  protected:
    void SetUp() override { TestSystem::start(GetParam()); }
    void TearDown() override { TestSystem::start(4 * kib); }
};
INSTANTIATE_TEST_SUITE_P(Sizes, PagesOf, testing::Values(4 * kib, 16 * kib, 64 * kib));

// The first and largest chunks of the tool: its pools, its arena, the nodes of calls.
struct Sizes {
    size_t first, largest;
};
constexpr Sizes of_tool[] = {
    {16 * kib, 256 * kib}, {64 * kib, 1024 * kib}, {256 * kib, 1024 * kib}};

TEST_P(PagesOf, ChunksSmallerThanAPageAreMappedAsOne) {
    for (const size_t bytes : {size_t{16}, 1 * kib, 16 * kib, 64 * kib, 256 * kib}) {
        const Pages pages = map_up_to<TestSystem>(bytes);
        ASSERT_NE(pages.begin, nullptr) << bytes;
        EXPECT_EQ(pages.bytes, std::max(bytes, GetParam()));
        EXPECT_TRUE(TestSystem::holds(pages.begin, pages.bytes));
    }
}

TEST_P(PagesOf, BlocksAreMappedZeroedAndApart) {
    for (const Sizes sizes : of_tool) {
        Chunks<TestSystem> chunks(sizes.first, sizes.largest);
        for (size_t bytes = 16; bytes <= sizes.first; bytes *= 2) {
            for (int i = 0; i < 40; ++i) {
                auto* const block = static_cast<char*>(chunks.take(bytes));
                ASSERT_NE(block, nullptr) << bytes;
                ASSERT_TRUE(TestSystem::holds(block, bytes));
                // A block that overlaps an earlier one would not be zeroed.
                ASSERT_EQ(std::count(block, block + bytes, 0), static_cast<ptrdiff_t>(bytes));
                std::memset(block, 1, bytes);
            }
        }
    }
}

TEST_P(PagesOf, AllPagesThatThereAreAreUsed) {
    constexpr size_t page_count = 21, bytes = 64;
    for (const Sizes sizes : of_tool) {
        TestSystem::start(GetParam(), page_count * GetParam());
        Chunks<TestSystem> chunks(sizes.first, sizes.largest);
        size_t blocks = 0;
        while (chunks.take(bytes) != nullptr)
            ++blocks;
        EXPECT_EQ(blocks, page_count * GetParam() / bytes);
        EXPECT_EQ(TestSystem::bytes_left, 0u);
    }
}

TEST_P(PagesOf, WithoutMemoryNothingIsGivenOrKept) {
    TestSystem::start(GetParam(), GetParam() - 1);
    Chunks<TestSystem> chunks(16 * kib, 256 * kib);
    EXPECT_EQ(chunks.take(16), nullptr);
    EXPECT_EQ(map_up_to<TestSystem>(1024 * kib).begin, nullptr);
    EXPECT_TRUE(TestSystem::mapped.empty());
}

TEST_P(PagesOf, PagesTooSmallForABlockAreGivenBack) {
    TestSystem::start(GetParam(), GetParam());
    Chunks<TestSystem> chunks(256 * kib, 256 * kib);
    EXPECT_EQ(chunks.take(256 * kib), nullptr);
    EXPECT_TRUE(TestSystem::mapped.empty());
    EXPECT_EQ(TestSystem::bytes_left, GetParam());
}

TEST_P(PagesOf, GivenPagesAreUsedIfTheyAreMoreThanTheRest) {
    Chunks<TestSystem> chunks(64 * kib, 64 * kib);
    ASSERT_NE(chunks.take(16), nullptr);
    const Pages more = map_up_to<TestSystem>(1024 * kib);
    chunks.use(more);
    EXPECT_EQ(chunks.take(16), more.begin);
    chunks.use(map_up_to<TestSystem>(16)); // a page
    EXPECT_EQ(chunks.take(16), static_cast<char*>(more.begin) + 16);
}

} // namespace
} // namespace cg::memory
