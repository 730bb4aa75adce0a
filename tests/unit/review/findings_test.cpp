// SPDX-License-Identifier: GPL-2.0-or-later
#include "review/findings.hpp"

#include "../made_profiles.hpp"

#include <gtest/gtest.h>

namespace cg::review {
namespace {

// Files of the repository begin with src/.
Options options(std::size_t max = 10, double min = 0) {
    return {max, min, [](std::string_view name) -> std::optional<std::string> {
                if (name.starts_with("/top/"))
                    name.remove_prefix(5);
                return name.starts_with("src/") ? std::optional(std::string(name)) : std::nullopt;
            }};
}

Profile grown() {
    return made_profile({"Ir", "Ir@base"}, {{"/top/src/a.c", "main", 3, {50, 100}},
                                            {"/top/src/a.c", "inlined", 3, {70, 0}},
                                            {"/top/src/a.c", "main", 9, {40, 400}},
                                            {"src/b.c", "shrank", 4, {-30, 30}},
                                            {"src/b.c", "same", 5, {0, 460}},
                                            {"./string/memset.S", "memset", 1, {8, 5}},
                                            {"???", "f", 0, {2, 5}}});
}

std::string list(const Findings& found) {
    std::string text;
    for (const Finding& f : found.worst)
        text += f.path + ":" + std::to_string(f.line) + " " + std::to_string(f.count) + " of " +
                (f.base ? std::to_string(*f.base) : "none") + "\n";
    return text;
}

TEST(Findings, LinesThatGrewTheLargestFirst) {
    const Profile profile = grown();
    const Findings found = find(make_profile_view(profile, "x", ""), options());
    EXPECT_EQ(list(found), "src/a.c:3 120 of 100\nsrc/a.c:9 40 of 400\n");
    EXPECT_EQ(found.more, 0U);
}

TEST(Findings, ALineOfSeveralFunctionsHasTheNameOfTheLargestPart) {
    const Profile profile = grown();
    const Findings found = find(make_profile_view(profile, "x", ""), options());
    EXPECT_EQ(profile.names[found.worst[0].function], "inlined");
}

TEST(Findings, SumsUpWhatIsLeftOut) {
    const Profile profile = grown();
    const Findings found = find(make_profile_view(profile, "x", ""), options(1));
    EXPECT_EQ(list(found), "src/a.c:3 120 of 100\n");
    EXPECT_EQ(found.more, 1U);
    EXPECT_EQ(found.count_of_more, 40);
    EXPECT_EQ(found.outside, 2U);
    EXPECT_EQ(found.count_outside, 10);
}

TEST(Findings, LeavesOutLinesBelowTheMinimum) {
    const Profile profile = grown(); // of 1,000
    const Findings found = find(make_profile_view(profile, "x", ""), options(10, 5));
    EXPECT_EQ(list(found), "src/a.c:3 120 of 100\n");
    EXPECT_EQ(found.more + found.outside, 0U);
}

TEST(Findings, OrdinalsCountTheLinesOfAFunction) {
    const Profile profile = made_profile(
        {"Ir"}, {{"src/a.c", "f", 7, {1}}, {"src/a.c", "f", 5, {2}}, {"src/a.c", "g", 9, {3}}});
    const Findings found = find(make_profile_view(profile, "x", ""), options());
    ASSERT_EQ(list(found), "src/a.c:9 3 of none\nsrc/a.c:5 2 of none\nsrc/a.c:7 1 of none\n");
    EXPECT_EQ(found.worst[0].ordinal, 1U);
    EXPECT_EQ(found.worst[1].ordinal, 1U);
    EXPECT_EQ(found.worst[2].ordinal, 2U);
}

} // namespace
} // namespace cg::review
