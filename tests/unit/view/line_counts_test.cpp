// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/line_counts.hpp"

#include "../profiles.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

TEST(LineCounts, SumsOverTheFunctionsOfAFile) {
    const Profile profile = make_profile({"A", "B"}, {{"x", "f", 9, {9, 9}},
                                                      {"a", "f", 3, {1, 2}},
                                                      {"a", "f", 0, {5, 5}},
                                                      {"a", "g", 3, {10, 20}},
                                                      {"a", "g", 1, {7, 7}}});
    const LineCounts counts(profile.costs, profile.costs.functions().subspan(1));
    ASSERT_EQ(std::vector<Line>(counts.lines().begin(), counts.lines().end()),
              (std::vector<Line>{0, 1, 3}));
    EXPECT_EQ(counts.counts(2)[0], 11);
    EXPECT_EQ(counts.counts(2)[1], 22);
    EXPECT_EQ(counts.counts(0)[0], 5);
}

TEST(LineCounts, OfNothingAreNone) {
    const Profile profile = make_profile({"A"}, {});
    EXPECT_TRUE(LineCounts(profile.costs, {}).lines().empty());
}

} // namespace
} // namespace cg
