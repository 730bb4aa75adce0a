// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/exhibit.hpp"

#include "../made_profiles.hpp"
#include "error/error.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

TEST(Exhibit, HasAColumnForEachEvent) {
    const Profile profile = small_profile();
    const Exhibit exhibit = make_exhibit(profile, "a", "Dr");
    ASSERT_EQ(exhibit.columns.size(), 2u);
    EXPECT_EQ(exhibit.sorted().name, "Dr");
    EXPECT_EQ(exhibit.sorted().total, 59);
    EXPECT_EQ(exhibit.sorted().whole, 59);
    EXPECT_FALSE(exhibit.difference);
}

TEST(Exhibit, TakesPercentagesOfTheBase) {
    const Profile profile = diff_profile();
    const Exhibit exhibit = make_exhibit(profile, "a", "");
    ASSERT_EQ(exhibit.columns.size(), 1u);
    EXPECT_EQ(exhibit.sorted().name, "Ir");
    EXPECT_EQ(exhibit.sorted().total, 20);
    EXPECT_EQ(exhibit.sorted().whole, 200);
    EXPECT_TRUE(exhibit.difference);
}

TEST(Exhibit, ABaseWithoutItsEventIsAnEvent) {
    const Profile profile = made_profile({"Ir@base"}, {{"a", "f", 1, {1}}});
    EXPECT_EQ(make_exhibit(profile, "a", "").sorted().name, "Ir@base");
}

TEST(Exhibit, NegativeCountsMakeADifference) {
    const Profile profile = made_profile({"Ir"}, {{"a", "f", 1, {-1}}});
    EXPECT_TRUE(make_exhibit(profile, "a", "").difference);
}

TEST(Exhibit, RefusesAnEventThatIsNotThere) {
    const Profile profile = small_profile();
    try {
        make_exhibit(profile, "a", "Bcm");
        FAIL();
    } catch (const UsageError& error) {
        EXPECT_STREQ(error.what(), "there is no event 'Bcm' to sort by");
    }
}

} // namespace
} // namespace cg
