// SPDX-License-Identifier: GPL-2.0-or-later
#include "text/number.hpp"

#include <cstdio>
#include <gtest/gtest.h>
#include <limits>
#include <random>

namespace cg {
namespace {

std::string number(std::int64_t count) {
    return std::string(Number(count).text());
}
std::string percentage(std::int64_t part, std::int64_t base) {
    return std::string(Percentage(part, base).text());
}

TEST(Number, HasSeparators) {
    EXPECT_EQ(number(0), "0");
    EXPECT_EQ(number(999), "999");
    EXPECT_EQ(number(1000), "1,000");
    EXPECT_EQ(number(-1), "-1");
    EXPECT_EQ(number(-100000), "-100,000");
    EXPECT_EQ(number(std::numeric_limits<std::int64_t>::max()), "9,223,372,036,854,775,807");
    EXPECT_EQ(number(std::numeric_limits<std::int64_t>::min()), "-9,223,372,036,854,775,808");
}

TEST(Percentage, HasOneDigitBehindThePoint) {
    EXPECT_EQ(percentage(1, 3), "33.3%");
    EXPECT_EQ(percentage(2, 3), "66.7%");
    EXPECT_EQ(percentage(5, 5), "100.0%");
    EXPECT_EQ(percentage(-5, 1), "-500.0%");
    EXPECT_EQ(percentage(std::numeric_limits<std::int64_t>::min(), 1), "-922337203685477580800.0%");
}

TEST(Percentage, KeepsTheSignOfNothing) {
    EXPECT_EQ(percentage(0, 7), "0.0%");
    EXPECT_EQ(percentage(0, -7), "-0.0%");
    EXPECT_EQ(percentage(-1, 100000), "-0.0%");
}

TEST(Percentage, OfNothingIsNotANumber) {
    EXPECT_EQ(percentage(0, 0), "n/a");
    EXPECT_EQ(percentage(5, 0), "n/a");
}

TEST(Percentage, RoundsAHalfAsPrintfDoes) {
    EXPECT_EQ(percentage(1, 80), "1.2%");    // 1.25 exactly: to the even digit
    EXPECT_EQ(percentage(3, 80), "3.8%");    // 3.75 exactly: likewise
    EXPECT_EQ(percentage(23, 2000), "1.1%"); // 1.15, but the double is a little less
    EXPECT_EQ(percentage(21, 2000), "1.1%"); // 1.05, but the double is a little more
}

TEST(Percentage, AgreesWithPrintf) {
    std::mt19937_64 random(1);
    for (int i = 0; i < 200000; ++i) {
        const std::int64_t base = static_cast<std::int64_t>(random() % 2000) + 1;
        const std::int64_t part = static_cast<std::int64_t>(random() % 4000) - 2000;
        char expected[40];
        std::snprintf(expected, sizeof expected, "%.1f%%",
                      static_cast<double>(part) * 100 / static_cast<double>(base));
        ASSERT_EQ(percentage(part, base), expected) << part << " of " << base;
    }
}

} // namespace
} // namespace cg
