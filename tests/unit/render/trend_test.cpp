// SPDX-License-Identifier: GPL-2.0-or-later
#include "../made_profiles.hpp"
#include "error/error.hpp"
#include "render/trend.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

Profile with(Count parse, Count sum) {
    return make_profile({"Ir", "Dr"},
                        {{"a.c", "parse", 1, {parse, 1}}, {"a.c", "sum", 2, {sum, 2}}});
}

std::string table(const Trend& trend) {
    std::string bytes;
    Writer out([&](std::string_view piece) { bytes += piece; });
    write_trend_table(trend, out);
    out.flush();
    return bytes;
}

TEST(Trend, StepsAreChangesBeyondTheNoise) {
    Trend trend({.event = "", .noise = 1});
    trend.add("v1", with(900, 100));
    trend.add("v2", with(910, 100)); // 1 % is not more than 1 %
    trend.add("v3", with(1000, 80));
    EXPECT_EQ(table(trend), "       Ir  change       %    Dr\n"
                            "v1  1,000                     3\n"
                            "v2  1,010     +10  +1.00%     3\n"
                            "v3  1,080     +70  +6.93% *   3\n"
                            "              +90  parse\n"
                            "              -20  sum\n"
                            "* Ir changed by more than 1%; below: the functions with the largest "
                            "changes\n");
}

TEST(Trend, FunctionsThatComeAndGo) {
    Trend trend({.event = "", .noise = 0, .max_functions = 2});
    trend.add("v1", make_profile({"Ir"}, {{"a.c", "old", 1, {10}}, {"a.c", "same", 1, {5}}}));
    trend.add("v2", make_profile({"Ir"}, {{"a.c", "new", 1, {30}}, {"a.c", "same", 1, {6}}}));
    const auto& functions = trend.points()[1].functions;
    ASSERT_EQ(functions.size(), 2U);
    EXPECT_EQ(functions[0].name, "new");
    EXPECT_EQ(functions[0].change, 30);
    EXPECT_EQ(functions[1].name, "old");
    EXPECT_EQ(functions[1].change, -10);
}

Profile statistics(Count mean, Count deviation) {
    return make_profile({"Ir.mean", "Ir.min", "Ir.max", "Ir.sd"},
                        {{"a.c", "f", 1, {mean, mean, mean, deviation}}});
}

TEST(Trend, TheDeviationOfRepeatedRunsIsNoise) {
    Trend trend({});
    trend.add("v1", statistics(1000, 3));
    trend.add("v2", statistics(1015, 4)); // three times the hypotenuse, 5
    trend.add("v3", statistics(1031, 3));
    EXPECT_EQ(trend.events(), std::vector<std::string>{"Ir.mean"});
    EXPECT_FALSE(trend.points()[1].is_step);
    EXPECT_TRUE(trend.points()[2].is_step);
}

TEST(Trend, AnotherEvent) {
    Trend trend({.event = "Dr"});
    trend.add("v1", with(1, 2));
    EXPECT_EQ(trend.event(), "Dr");
    EXPECT_EQ(trend.points()[0].totals, (std::vector<Count>{3, 3}));
    Trend wrong({.event = "X"});
    EXPECT_THROW(wrong.add("v1", with(1, 2)), UsageError);
}

TEST(Trend, AProfileThatLacksAnEvent) {
    Trend trend({});
    trend.add("v1", with(1, 2));
    try {
        trend.add("v2", make_profile({"Ir"}, {{"a.c", "f", 1, {1}}}));
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(), "v2: has no event 'Dr', which the first profile has");
    }
}

TEST(Trend, ThePageLinksPointsToRows) {
    Trend trend({});
    trend.add("v<1>", with(900, 100));
    trend.add("v2", with(1000, 100));
    std::string page;
    Writer out([&](std::string_view piece) { page += piece; });
    write_trend_page(trend, out);
    out.flush();
    EXPECT_NE(page.find("<a href=\"#p2\" class=\"step\"><title>v2: 1,100 (+100)</title>"),
              page.npos);
    EXPECT_NE(page.find("<tr id=\"p2\" class=\"step\"><td>v2</td><td>1,100</td><td>+100</td>"
                        "<td>+10.00%</td><td>3</td><td><div>+100 <code>parse</code></div></td>"),
              page.npos);
    EXPECT_NE(page.find("v&lt;1&gt;"), page.npos);
    EXPECT_EQ(page.find("v<1>"), page.npos);
}

TEST(Trend, CountsAtTheEndsOfTheRange) {
    Trend trend({});
    trend.add("low", with(std::numeric_limits<Count>::min() / 2, 0));
    trend.add("high", with(std::numeric_limits<Count>::max() / 2, 0));
    EXPECT_EQ(trend.points()[1].change, std::numeric_limits<Count>::max());
    EXPECT_THROW(trend.add("lowest", with(std::numeric_limits<Count>::min(), 0)),
                 std::overflow_error);
}

} // namespace
} // namespace cg
