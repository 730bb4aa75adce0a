// SPDX-License-Identifier: GPL-2.0-or-later
#include "../made_profiles.hpp"
#include "error/error.hpp"
#include "view/profile_view.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cg {
namespace {

TEST(ProfileView, HasAColumnForEachEvent) {
    const Profile profile = small_profile();
    const ProfileView view = make_profile_view(profile, "a", "Dr");
    ASSERT_EQ(view.columns.size(), 2u);
    EXPECT_EQ(view.sorted().name, "Dr");
    EXPECT_EQ(view.sorted().total, 59);
    EXPECT_EQ(view.sorted().percent_base, 59);
    EXPECT_FALSE(view.difference);
}

TEST(ProfileView, TakesPercentagesOfTheBase) {
    const Profile profile = diff_profile();
    const ProfileView view = make_profile_view(profile, "a", "");
    ASSERT_EQ(view.columns.size(), 1u);
    EXPECT_EQ(view.sorted().name, "Ir");
    EXPECT_EQ(view.sorted().total, 20);
    EXPECT_EQ(view.sorted().percent_base, 200);
    EXPECT_TRUE(view.difference);
    EXPECT_TRUE(view.has_percentages(view.sorted()));
}

TEST(ProfileView, ABaseWithoutItsEventIsAnEvent) {
    const Profile profile = make_profile({"Ir@base"}, {{"a", "f", 1, {1}}});
    EXPECT_EQ(make_profile_view(profile, "a", "").sorted().name, "Ir@base");
}

TEST(ProfileView, IsADifferenceIfItSaysSo) {
    Profile profile = make_profile({"Ir"}, {{"a", "f", 1, {1}}});
    profile.header.desc = {"Files compared:   a; b"};
    const ProfileView view = make_profile_view(profile, "a", "");
    EXPECT_TRUE(view.difference);
    EXPECT_FALSE(view.has_percentages());
    EXPECT_EQ(view.text(1), "+1");
}

TEST(ProfileView, NegativeCountsMakeNoDifference) {
    const Profile profile = make_profile({"Ir"}, {{"a", "f", 1, {-1}}, {"a", "g", 1, {5}}});
    const ProfileView view = make_profile_view(profile, "a", "");
    EXPECT_FALSE(view.difference);
    EXPECT_TRUE(view.has_percentages());
    EXPECT_EQ(view.text(5), "5");
}

TEST(ProfileView, RefusesAnEventThatIsNotThere) {
    const Profile profile = small_profile();
    try {
        make_profile_view(profile, "a", "Bcm");
        FAIL();
    } catch (const UsageError& error) {
        EXPECT_STREQ(error.what(), "--sort: the profile has no event 'Bcm'; it has Ir, Dr");
    }
}

using testing::ElementsAre;

std::vector<std::string> sorted(const std::vector<std::string>& events) {
    std::vector<std::string> result;
    for (const std::size_t i : by_importance(events))
        result.push_back(events[i]);
    return result;
}

TEST(EventImportance, MissesComeBeforeReferences) {
    EXPECT_THAT(sorted({"Ir", "I1mr", "ILmr", "Dr", "D1mr", "DLmr", "Bc", "Bcm"}),
                ElementsAre("Ir", "DLmr", "D1mr", "Bcm", "ILmr", "I1mr", "Dr", "Bc"));
}

TEST(EventImportance, MissesOfOtherCachesComeLast) {
    EXPECT_THAT(sorted({"D1mr@16K", "D1mr", "DLmw@4Mx8x64", "Ir", "Ir@base"}),
                ElementsAre("Ir", "Ir@base", "D1mr", "D1mr@16K", "DLmw@4Mx8x64"));
}

TEST(EventImportance, CausesOfMissesComeLast) {
    EXPECT_THAT(
        sorted({"D1mrCold", "D1mrCap", "Ir", "D1mrConf.mean", "D1mr", "Cold", "D1mrColder"}),
        ElementsAre("Ir", "Cold", "D1mrColder", "D1mr", "D1mrCold", "D1mrCap", "D1mrConf.mean"));
}

TEST(EventImportance, KeepsTheOrderOfEventsThatTheToolDoesNotKnow) {
    EXPECT_THAT(sorted({"Dr", "Wall", "Cycles", "Ir"}), ElementsAre("Wall", "Cycles", "Ir", "Dr"));
}

TEST(EventImportance, OfStatisticsIsThatOfTheEvent) {
    EXPECT_THAT(sorted({"Dr.mean", "D1mr:inclusive", "Ir.mean"}),
                ElementsAre("Ir.mean", "D1mr:inclusive", "Dr.mean"));
}

} // namespace
} // namespace cg
