// SPDX-License-Identifier: GPL-2.0-or-later
#include "../made_profiles.hpp"
#include "boxes.hpp"
#include "made_call_profiles.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cg {
namespace {

TEST(Svg, BoxesAreAsWideAsTheirCounts) {
    const Profile profile =
        make_profile({"Ir"}, {{"a/x.c", "f", 1, {75}}, {"b.c", "<g>", 1, {25}}});
    EXPECT_THAT(boxes(rendered(render::svg, profile)),
                testing::ElementsAre(
                    "everything: 100 Ir, 100.0% #d5dae2 1176.00", "a: 75 Ir, 75.0% #c9d6ec 882.00",
                    "a/x.c: 75 Ir, 75.0% #bfe0d6 882.00", "a/x.c/f: 75 Ir, 75.0% #f05428 882.00",
                    "b.c: 25 Ir, 25.0% #bfe0d6 294.00",
                    "b.c/&lt;g&gt;: 25 Ir, 25.0% #f26d38 294.00"));
}

TEST(Svg, ADifferenceHasTwoColoursAndKeepsWhatIsGone) {
    const auto drawn = boxes(rendered(render::svg, diff_profile()));
    ASSERT_EQ(drawn.size(), 7u);
    // Widths: the larger of before and after; 150 of main, 70 of same, 30 of gone.
    EXPECT_EQ(drawn[2], "src/a.c: +20 Ir, +10.0% #f7b48d 846.72"); // 180 of 250
    EXPECT_EQ(drawn[3], "src/a.c/main: +50 Ir, +25.0% #f2925e 705.60");
    EXPECT_EQ(drawn[4], "src/a.c/gone: -30 Ir, -15.0% #3b78f6 141.12");
    EXPECT_EQ(drawn[5].substr(0, 23), "src/b.c: 0 Ir, 0.0% #d5");
}

TEST(Svg, ShowsTheLastPartOfANameInASmallBox) {
    const Profile profile = make_profile(
        {"Ir"},
        {{"a.c", "void std::very::long_name<int, a::b>::grow(std::pair<int, int>) const", 1, {10}},
         {"a.c", "(below main)", 1, {10}},
         {"a.c", "g", 1, {80}}});
    const std::string picture = rendered(render::svg, profile);
    EXPECT_THAT(picture, testing::HasSubstr(">\u2026grow</text>"));
    EXPECT_THAT(picture, testing::HasSubstr(">(below main)</text>"));
}

TEST(Svg, ShortensNamesAndTheTitleInTheMiddle) {
    Profile profile =
        make_profile({"Ir"}, {{"a.c", "first_" + std::string(300, 'x') + "_last", 1, {10}},
                              {"a.c", "g", 1, {90}}});
    profile.header.cmd = "./program " + std::string(300, 'y') + " end";
    const std::string picture = rendered(render::svg, profile);
    EXPECT_THAT(picture, testing::ContainsRegex(">first_x+\u2026</text>"));
    EXPECT_THAT(picture, testing::ContainsRegex(">Ir of ./program y+\u2026y+ end</text>"));
    EXPECT_THAT(picture, testing::ContainsRegex("<title>Ir of ./program y+ end</title>"));
}

TEST(Svg, LeavesOutWhatIsThin) {
    const Profile profile =
        make_profile({"Ir"}, {{"x.c", "f", 1, {995}}, {"x.c", "g", 1, {5}}, {"y.c", "z", 1, {0}}});
    render::Options options;
    options.min = 1;
    EXPECT_EQ(boxes(rendered(render::svg, profile, options)).size(), 3u);
    EXPECT_EQ(boxes(rendered(render::svg, profile)).size(), 4u);
}

TEST(Svg, ANegativeCostHasNoBox) {
    const Profile profile =
        make_profile({"Memory"}, {{"x.c", "f", 1, {300}}, {"x.c", "gives_back", 1, {-100}}});
    EXPECT_THAT(boxes(rendered(render::svg, profile)),
                testing::ElementsAre("everything: 200 Memory, 100.0% #d5dae2 1176.00",
                                     "x.c: 200 Memory, 100.0% #bfe0d6 1176.00",
                                     "x.c/f: 300 Memory, 150.0% #f05428 1176.00"));
}

// ---- the flame graph of a profile with calls

// As cg_diff --keep-base makes it: calls of g by f are new, those by main are gone.
Profile difference_with_calls() {
    return profile_of_calls(
        {"Ir", "Ir@base"},
        {{{"main"}, 0, {0, 50}}, {{"main", "f", "g"}, 1, {30, 0}}, {{"main", "g"}, -1, {-20, 20}}});
}

TEST(FlameGraph, BoxesArePathsOfCalls) {
    const std::string picture = rendered(render::svg, small_call_profile());
    EXPECT_THAT(boxes(picture),
                testing::ElementsAre("everything: 100 Ir, 100.0% #d5dae2 1176.00",
                                     // The colour is of the own cost: 10, 30 and 40 %.
                                     "main (a.c), 1x: 100 Ir, 100.0% #f6934f 1176.00",
                                     "f&quot;\\ (a.c), 2x: 70 Ir, 70.0% #f16432 823.20",
                                     "g (a.c), 4x: 40 Ir, 40.0% #f05428 470.40",
                                     testing::StartsWith("g (a.c), 1x: 20 Ir, 20.0% "),
                                     testing::StartsWith("g (a.c), 3x: 2 Ir, 2.0% ")));
    EXPECT_EQ(picture.find("not call stacks"), picture.npos);
}

TEST(FlameGraph, ADifferenceIsColouredByChange) {
    const auto drawn = boxes(rendered(render::svg, difference_with_calls()));
    // As wide as the larger of before and after: 50 of main, 30 of the new g, 20 of the one gone.
    EXPECT_THAT(drawn, testing::ElementsAre(testing::StartsWith("everything: +10 Ir, "),
                                            testing::StartsWith("main (a.c): +10 Ir, "),
                                            "f (a.c): +30 Ir, +42.9% #ea580c 352.80",
                                            "g (a.c), +1x: +30 Ir, +42.9% #ea580c 352.80",
                                            "g (a.c), -1x: -20 Ir, -28.6% #3b78f6 235.20"));
}

TEST(FlameGraph, ADeepTreeIsDrawnWithoutRecursion) {
    const Profile profile = deep_profile(100000);
    EXPECT_EQ(boxes(rendered(render::svg, profile)).size(), 501u);
    render::Options options;
    options.depth = 3;
    EXPECT_EQ(boxes(rendered(render::svg, profile, options)).size(), 4u);
}

} // namespace
} // namespace cg
