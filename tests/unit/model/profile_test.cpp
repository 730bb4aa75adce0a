// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/profile.hpp"

#include "../profiles.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cg {
namespace {

TEST(PercentBase, IsTheTotalOfTheBaseIfThereIsOne) {
    const Profile profile = make_profile({"Ir", "Dr", "Ir@base"},
                                         {{"a", "f", 1, {-3, 2, 40}}, {"a", "g", 1, {1, 2, 50}}});
    EXPECT_THAT(percent_bases(profile), testing::ElementsAre(90, 4, 90));
}

TEST(PercentBase, IsLackingInADifferenceWithoutCountsOfTheFirst) {
    const auto is = [](bool difference, bool lacking, std::vector<std::string> events,
                       std::vector<Count> counts, std::vector<std::string> desc = {}) {
        Profile profile = make_profile(std::move(events), {{"a", "f", 1, std::move(counts)}});
        profile.header.desc = std::move(desc);
        EXPECT_EQ(is_difference(profile), difference);
        EXPECT_EQ(lacks_base(profile), lacking);
    };
    const std::string line = "Files compared:   a; b";
    is(false, false, {"Ir", "Dr"}, {3, 2});
    is(true, true, {"Ir", "Dr"}, {3, 2}, {line}); // all grew
    is(true, true, {"Ir", "Dr"}, {0, 0}, {line}); // of a profile with itself
    is(true, true, {"Ir", "Dr"}, {3, -2}, {"I1 cache: 1 B", line});
    is(false, false, {"Ir", "Dr"}, {3, -2}); // memory that was given back
    is(false, false, {"Ir"}, {3}, {"not Files compared: a; b"});
    is(true, false, {"Ir", "Ir@base"}, {3, 2});
    is(true, false, {"Ir", "Ir@base"}, {-3, 2}, {line});
}

} // namespace

} // namespace cg
