// SPDX-License-Identifier: GPL-2.0-or-later
#include "error/error.hpp"

#include "../made_profiles.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

TEST(Folded, IsDirectoriesFileAndFunction) {
    EXPECT_EQ(rendered(render::folded, small_profile(), {}, "Dr"), "src;a.c;main 5\n"
                                                                   "src;a.c;helper 50\n"
                                                                   "/;usr;include;in.h;main 1\n"
                                                                   "src;b.c;<unspecified> 2\n"
                                                                   "???;??? 1\n");
}

TEST(Folded, KeepsFramesApart) {
    const Profile profile =
        make_profile({"Ir"}, {{"a;b", "f;\x01 g", 1, {3}}, {"a;b", "zero", 1, {0}}});
    EXPECT_EQ(rendered(render::folded, profile), "a:b;f:\xEF\xBF\xBD g 3\n");
}

TEST(Folded, OfADiffHasBeforeAndAfter) {
    EXPECT_EQ(rendered(render::folded, diff_profile()), "src;a.c;main 100 150\n"
                                                        "src;a.c;gone 30 0\n"
                                                        "src;b.c;same 70 70\n");
}

TEST(Folded, RefusesADiffWithoutBase) {
    EXPECT_THROW(rendered(render::folded, make_profile({"Ir"}, {{"a", "f", 1, {-1}}})), Error);
}

TEST(Folded, MindsOnlyItsEventByFunction) {
    const Profile profile =
        make_profile({"Ir", "Dr"}, {{"a", "f", 1, {-1, -1}}, {"a", "f", 2, {3, 0}}});
    EXPECT_EQ(rendered(render::folded, profile, {}, "Ir"), "a;f 2\n");
    EXPECT_THROW(rendered(render::folded, profile, {}, "Dr"), Error);
    // a base of a difference of differences
    EXPECT_THROW(
        rendered(render::folded, make_profile({"Ir", "Ir@base"}, {{"a", "f", 1, {2, -1}}})), Error);
    EXPECT_THROW(
        rendered(render::folded, make_profile({"Ir", "Ir@base"}, {{"a", "f", 1, {-2, 1}}})), Error);
}

} // namespace
} // namespace cg
