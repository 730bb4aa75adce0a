// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/side_by_side.hpp"

#include "../made_profiles.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cg {
namespace {

using testing::ElementsAre;

const Profile a =
    made_profile({"Ir"}, {{"x", "f", 1, {10}}, {"x", "g", 1, {7}}, {"x", "old", 1, {1}}});
// The events have another order: columns are matched by name.
const Profile b = made_profile(
    {"Dr", "Ir"}, {{"y", "g", 9, {0, 7}}, {"y", "f", 1, {0, 90}}, {"y", "new", 1, {0, 30}}});

std::vector<std::string> ranked(const SideBySide& rows, bool changed, std::size_t most = 100) {
    std::vector<std::string> out;
    for (const std::size_t row : rows.ranked(0, changed, most))
        out.push_back(rows.name(row) + " " + std::to_string(rows.counts(row)[0]) + " " +
                      std::to_string(rows.counts(row)[1]));
    return out;
}

TEST(SideBySide, MeetsByName) {
    const std::vector<ProfileView> views{make_profile_view(a, "a", "Ir"),
                                         make_profile_view(b, "b", "Ir")};
    const SideBySide rows(views, By::function);
    EXPECT_THAT(ranked(rows, false), ElementsAre("f 10 90", "new 0 30", "g 7 7", "old 1 0"));
    EXPECT_THAT(ranked(rows, true, 2), ElementsAre("f 10 90", "new 0 30"));
    EXPECT_THAT(ranked(rows, true), ElementsAre("f 10 90", "new 0 30", "old 1 0"));
    EXPECT_EQ(rows.difference(0, 1, 0), 80);
}

} // namespace
} // namespace cg
