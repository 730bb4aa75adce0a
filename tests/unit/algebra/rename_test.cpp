// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/rename.hpp"

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

} // namespace

} // namespace cg
