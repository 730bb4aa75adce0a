// SPDX-License-Identifier: GPL-2.0-or-later
#include "error/error.hpp"

#include "../made_profiles.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

TEST(Callgrind, NumbersNamesAndKeepsLines) {
    Profile profile = small_profile();
    profile.header.desc = {"I1 cache: 1"};
    EXPECT_EQ(rendered(render::callgrind, profile),
              "# callgrind format\n"
              "version: 1\n"
              "creator: cg_show\n"
              "cmd: ./prog\n"
              "desc: I1 cache: 1\n"
              "positions: line\n"
              "events: Ir Dr\n"
              "summary: 177 59\n"
              "\nfl=(1) src/a.c\nfn=(1) main\n1 10 5\n2 20 0\n"
              "\nfn=(2) helper\n7 100 50\n"
              "\nfl=(2) /usr/include/in.h\nfn=(1)\n3 5 1\n"
              "\nfl=(3) src/b.c\nfn=(3) <unspecified>\n1 2 2\n"
              "\nfl=(4) ???\nfn=(4) ???\n0 40 1\n"
              "\ntotals: 177 59\n");
}

TEST(Callgrind, RefusesNegativeCounts) {
    try {
        rendered(render::callgrind, diff_profile());
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(), "small.out: the callgrind format holds no negative counts, as "
                                   "a diff has them");
    }
}

} // namespace
} // namespace cg
