// SPDX-License-Identifier: GPL-2.0-or-later
// Other caches against the naive one, reference by reference.
#include "sim/other_cache.hpp"

#include "hierarchy.hpp"
#include "naive.hpp"
#include "random_addresses.hpp"

#include <gtest/gtest.h>

namespace cg::sim {

namespace {

class OtherCacheOf : public testing::TestWithParam<Geometry> {};

TEST_P(OtherCacheOf, RandomReferencesMissWhereThoseOfTheNaiveCacheDo) {
    const Geometry& g = GetParam();
    OtherCache<TestPages> cache;
    ASSERT_TRUE(cache.reset(g));
    naive::Cache naive(g);
    Addresses addresses(7, g.size);
    int hits = 0;
    int misses = 0;
    int across = 0; // two lines and more
    for (int i = 0; i < 200'000; ++i) {
        const Word address = addresses.next(0x1000000);
        // Of the caches of the hierarchy, the smallest line limits the size, but not that of these.
        const Word size = 1 + addresses.bits() % 64;
        const bool is_missing = naive.reference(address, size);
        ASSERT_EQ(cache.reference(address, size), is_missing)
            << "reference " << i << " of " << size << " at " << address;
        ++(is_missing ? misses : hits);
        across += address / g.line_size != (address + size - 1) / g.line_size ? 1 : 0;
    }
    // Or the references were too easy, or too hard, to prove anything.
    EXPECT_GT(hits, 1000);
    EXPECT_GT(misses, 1000);
    EXPECT_GT(across, 100);
}

INSTANTIATE_TEST_SUITE_P(Geometries, OtherCacheOf,
                         testing::Values(
                             // direct-mapped, and one set
                             Geometry{2048, 1, 64}, Geometry{256, 1, 16}, Geometry{4096, 64, 64},
                             // as processors have them
                             Geometry{32768, 8, 64}, Geometry{49152, 12, 64},
                             Geometry{4194304, 16, 64},
                             // ways that are no power of two, and lines of other sizes
                             Geometry{12288, 3, 32}, Geometry{20480, 5, 4096},
                             Geometry{65536, 2, 128}));

TEST(OtherCache, ResetForgetsAllLines) {
    OtherCache<TestPages> cache;
    ASSERT_TRUE(cache.reset({1024, 2, 64}));
    EXPECT_FALSE(cache.reference(0, 8)); // it begins with block 0
    EXPECT_TRUE(cache.reference(0x1000, 8));
    EXPECT_FALSE(cache.reference(0x1000, 8));
    ASSERT_TRUE(cache.reset({1024, 2, 64}));
    EXPECT_TRUE(cache.reference(0x1000, 8));
}

} // namespace
} // namespace cg::sim
