// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/subject.hpp"

#include "error/error.hpp"
#include "made_profiles.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

TEST(Subject, HasAColumnForEachEvent) {
    const Profile profile = small_profile();
    const Subject subject = make_subject(profile, "a", "Dr");
    ASSERT_EQ(subject.columns.size(), 2u);
    EXPECT_EQ(subject.sorted().name, "Dr");
    EXPECT_EQ(subject.sorted().total, 59);
    EXPECT_EQ(subject.sorted().whole, 59);
    EXPECT_FALSE(subject.difference);
}

TEST(Subject, TakesPercentagesOfTheBase) {
    const Profile profile = diff_profile();
    const Subject subject = make_subject(profile, "a", "");
    ASSERT_EQ(subject.columns.size(), 1u);
    EXPECT_EQ(subject.sorted().name, "Ir");
    EXPECT_EQ(subject.sorted().total, 20);
    EXPECT_EQ(subject.sorted().whole, 200);
    EXPECT_TRUE(subject.difference);
}

TEST(Subject, ABaseWithoutItsEventIsAnEvent) {
    const Profile profile = made_profile({"Ir@base"}, {{"a", "f", 1, {1}}});
    EXPECT_EQ(make_subject(profile, "a", "").sorted().name, "Ir@base");
}

TEST(Subject, NegativeCountsMakeADifference) {
    const Profile profile = made_profile({"Ir"}, {{"a", "f", 1, {-1}}});
    EXPECT_TRUE(make_subject(profile, "a", "").difference);
}

TEST(Subject, RefusesAnEventThatIsNotThere) {
    const Profile profile = small_profile();
    try {
        make_subject(profile, "a", "Bcm");
        FAIL();
    } catch (const UsageError& error) {
        EXPECT_STREQ(error.what(), "there is no event 'Bcm' to sort by");
    }
}

} // namespace
} // namespace cg
