// SPDX-License-Identifier: GPL-2.0-or-later
// The oldest of a set's stamps.
#include "sim/stamps.hpp"

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace cg::sim {
namespace {

class OldestOf : public testing::TestWithParam<uint32_t> {};
INSTANTIATE_TEST_SUITE_P(Ways, OldestOf, testing::Values(1, 2, 3, 4, 8, 12, 16));

// Returns the result of the function for common caches, which the host must have the minimum for.
uint32_t oldest_by_minimum(const Time* stamps, uint32_t ways) {
    return ways == 4   ? oldest_of<4, true>(stamps)
           : ways == 8 ? oldest_of<8, true>(stamps)
                       : oldest_of<12, true>(stamps);
}

// Compares with the first of the smallest ones, for random stamps of which some are equal.
TEST_P(OldestOf, IsTheFirstOfTheSmallest) {
    const uint32_t ways = GetParam();
    const bool by_minimum = host_has_minimum() && (ways == 4 || ways == 8 || ways == 12);
    std::mt19937 random(ways);
    std::vector<Time> stamps(ways);
    for (int i = 0; i < 20'000; ++i) {
        const Time bound = i % 2 == 0 ? 2 * ways : end_of_time / tick;
        for (Time& stamp : stamps)
            stamp = static_cast<Time>(random()) % bound * tick;
        const auto oldest = std::min_element(stamps.begin(), stamps.end());
        ASSERT_EQ(oldest_of(stamps.data(), ways), oldest - stamps.begin());
        if (by_minimum) {
            ASSERT_EQ(oldest_by_minimum(stamps.data(), ways), oldest - stamps.begin());
        }
    }
}

} // namespace
} // namespace cg::sim
