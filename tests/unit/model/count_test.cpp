// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/count.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

TEST(Magnitude, IsThatOfEveryCount) {
    EXPECT_EQ(magnitude(0), 0U);
    EXPECT_EQ(magnitude(-5), 5U);
    EXPECT_EQ(magnitude(INT64_MAX), 9223372036854775807U);
    EXPECT_EQ(magnitude(INT64_MIN), 9223372036854775808U);
}

TEST(Magnitude, OfAPercentageIsTheSmallestThatReachesIt) {
    EXPECT_EQ(magnitude_of_percentage(1, 100), 1U);
    EXPECT_EQ(magnitude_of_percentage(1, 101), 2U);
    EXPECT_EQ(magnitude_of_percentage(1, -100), 1U);
    EXPECT_EQ(magnitude_of_percentage(0, 100), 0U);
    EXPECT_EQ(magnitude_of_percentage(20, 0), 0U);
    EXPECT_EQ(magnitude_of_percentage(7, 6884420596000), 481909441720U);
    EXPECT_EQ(magnitude_of_percentage(1, 9'000'000'000'000'000'000), 90'000'000'000'000'000U);
    EXPECT_EQ(magnitude_of_percentage(100, INT64_MIN), 9223372036854775808U);
    EXPECT_EQ(magnitude_of_percentage(1e300, 1), UINT64_MAX);
}

// Tenths of a percent are no binary fractions, but the limit is where decimals have it.
TEST(Magnitude, OfADecimalPercentageIsExact) {
    for (Count count = 1; count < 2'000'000; count += 997)
        ASSERT_EQ(magnitude_of_percentage(0.1, count * 1000), static_cast<std::uint64_t>(count));
}

} // namespace

} // namespace cg
