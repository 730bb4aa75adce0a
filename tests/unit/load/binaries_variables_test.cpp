// SPDX-License-Identifier: GPL-2.0-or-later
#include "load/binaries.hpp"

#include "format/read.hpp"
#include "model/profile.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

TEST(DemangleVariables, GivesTheNamesOfTheSource) {
    Profile profile = read_profile("cmd: c\nevents: D1mr\nfl=a.c\nfn=main\n1 4\n#data 1 word=4\n"
                                   "#data-events: D1mr\n#ob=/bin/prog\n"
                                   "#data-object static 0 0 8 8 8 8 _ZN4shopL5tableE\n"
                                   "#data-object static 0 0 8 8 8 8 _ZL5table [0x4060]\n"
                                   "#data-object static 0 0 8 8 8 8 table.1\n"
                                   "#data-object map 0 0 8 8 8 8 _ZL1x\n"
                                   "#fl=a.c\n#fn=main\n#cell 1 1 1\n#cell 2 1 2\n#cell 3 1 0\n"
                                   "#cell 4 1 1\n"
                                   "summary: 4\n",
                                   "test");
    demangle_variables(*profile.data);
    const DataObjects& data = *profile.data;
    EXPECT_EQ(display_name(data, data.objects[0]), "shop::table in prog");
    EXPECT_EQ(display_name(data, data.objects[1]), "table [0x4060] in prog");
    EXPECT_EQ(display_name(data, data.objects[2]), "table.1 in prog");
    EXPECT_EQ(display_name(data, data.objects[3]), "_ZL1x");
}

} // namespace
} // namespace cg
