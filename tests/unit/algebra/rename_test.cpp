// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/rename.hpp"

#include "../made_ranges.hpp"
#include "text.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

TEST(Unname, MakesOneOfTheUnnamedAndThoseOfAName) {
    const Profile p =
        profile("cmd: c\nevents: Ir\nfl=a\n1 1\nfn=f\n1 2\nfn=u\n1 4\n2 8\nfl=u\nfn=u\n"
                "1 16\nsummary: 31\n");
    EXPECT_EQ(text(unname(p, "u")),
              "cmd: c\nevents: Ir\nfl=a\nfn=???\n1 5\n2 8\nfn=f\n1 2\nfl=u\nfn=???\n1 16\n"
              "summary: 31\n");
    EXPECT_EQ(text(unname(p, "x")), text(p));
}

TEST(RenameOfRanges, IsThatOfRows) {
    const Profile p = profile(with_ranges(range_lines));
    const auto marked = [](std::string_view name) { return std::string(name) + "!"; };
    EXPECT_NE(text(rename(p, {}, marked).profile).find("#fn=f!\n#a 1 0x10"), std::string::npos);
    EXPECT_NE(text(rename(p, marked, {}).profile).find("#fl=a!\n#fn=f\n"), std::string::npos);
}

} // namespace

} // namespace cg
