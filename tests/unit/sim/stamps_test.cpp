// SPDX-License-Identifier: GPL-2.0-or-later
// The oldest of a set's stamps.
#include "sim/stamps.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <random>

#include <gtest/gtest.h>

namespace cg::sim {
namespace {

template <typename Ways>
class OldestOf : public testing::Test {};

template <uint32_t n>
struct Ways {
    static constexpr uint32_t value = n;
};
using AllWays = testing::Types<Ways<1>, Ways<2>, Ways<3>, Ways<4>, Ways<8>, Ways<12>, Ways<16>>;
TYPED_TEST_SUITE(OldestOf, AllWays);

// Compares with the first of the smallest ones, for random stamps of which some are equal.
TYPED_TEST(OldestOf, IsTheFirstOfTheSmallest) {
    constexpr uint32_t ways = TypeParam::value;
    std::mt19937 random(ways);
    Time stamps[ways];
    for (int i = 0; i < 20'000; ++i) {
        const Time bound = i % 2 == 0 ? 2 * ways : last_time / tick + 1000;
        for (Time& stamp : stamps)
            stamp = static_cast<Time>(random()) % bound * tick;
        const auto* const oldest = std::min_element(std::begin(stamps), std::end(stamps));
        ASSERT_EQ(oldest_of<ways>(stamps), oldest - stamps);
    }
}

} // namespace
} // namespace cg::sim
