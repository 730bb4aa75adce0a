// SPDX-License-Identifier: GPL-2.0-or-later
#include "rewrite/pattern.hpp"

#include "../thrown.hpp"
#include "error/error.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

TEST(Pattern, IsFoundAnywhere) {
    const Pattern pattern("alloc$|^str");
    EXPECT_TRUE(pattern.is_in("malloc"));
    EXPECT_TRUE(pattern.is_in("strlen"));
    EXPECT_FALSE(pattern.is_in("allocate"));
    EXPECT_FALSE(pattern.is_in(""));
}

TEST(Pattern, TakesAnyBytes) {
    EXPECT_TRUE(Pattern("^\xff.$").is_in("\xff\xfe"));
    EXPECT_TRUE(Pattern("a.b").is_in(std::string_view("a\0b", 3)));
}

TEST(Pattern, PointsAtWhatIsWrong) {
    EXPECT_EQ(thrown_by<UsageError>([] { Pattern{"a[b"}; }),
              "'a[b', column 2: the set has no closing ']'");
}

TEST(Pattern, GivesUpOnEndlessBacktracking) {
    const std::string name = std::string(40, 'a') + "b";
    EXPECT_EQ(thrown_by<Error>([&] { Pattern("(a+)+$").is_in(name); }),
              "'(a+)+$' takes too many steps on the name '" + name + "'");
}

} // namespace
} // namespace cg
