// SPDX-License-Identifier: GPL-2.0-or-later
// The flame graph of a profile with calls.
#include "boxes.hpp"
#include "made_call_profiles.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cg {
namespace {

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
                                            "g (a.c), 1x: +30 Ir, +42.9% #ea580c 352.80",
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
