// SPDX-License-Identifier: GPL-2.0-or-later
// The oldest of a set's stamps, replaced with and without the instruction for the smaller of two
// words.
#include "sim/stamps.hpp"

#include "host.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <random>

#include <gtest/gtest.h>

namespace cg::sim {
namespace {

template <typename Ways>
class OldestOf : public testing::Test {
  protected:
    static constexpr uint32_t ways = Ways::value;

    // Compares with the first of the smallest ones, for random stamps of which some are equal.
    template <bool has_minimum>
    static void compare() {
        std::mt19937 random(ways);
        Time stamps[ways];
        for (int i = 0; i < 20'000; ++i) {
            const Time bound = i % 2 == 0 ? 2 * ways : last_time / tick + 1000;
            for (Time& stamp : stamps)
                stamp = static_cast<Time>(random()) % bound * tick;
            const auto* const oldest = std::min_element(std::begin(stamps), std::end(stamps));
            ASSERT_EQ((oldest_of<ways, has_minimum>(stamps)), oldest - stamps);
        }
    }
};

template <uint32_t n>
struct Ways {
    static constexpr uint32_t value = n;
};
using AllWays = testing::Types<Ways<1>, Ways<2>, Ways<3>, Ways<4>, Ways<8>, Ways<12>, Ways<16>>;
TYPED_TEST_SUITE(OldestOf, AllWays);

TYPED_TEST(OldestOf, IsTheFirstOfTheSmallest) {
    const AssumedHost host(false);
    TestFixture::template compare<false>();
}

TYPED_TEST(OldestOf, IsTheSameByFours) {
    if (!has_all_instructions())
        GTEST_SKIP() << "this machine has no SSE4.1 or POPCNT";
    const AssumedHost host(true);
    TestFixture::template compare<false>();
    TestFixture::template compare<true>(); // does not ask
}

} // namespace
} // namespace cg::sim
