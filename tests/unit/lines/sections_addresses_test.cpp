// SPDX-License-Identifier: GPL-2.0-or-later
#include "lines/sections.hpp"

#include "../algebra/text.hpp"
#include "../made_ranges.hpp"
#include "../thrown.hpp"
#include "error/error.hpp"

#include <gtest/gtest.h>
#include <string>

namespace cg {
namespace {

TEST(CodeRangeLines, AreReadAndWritten) {
    EXPECT_EQ(text(profile(with_ranges(range_lines))), with_ranges(range_lines));
    const Profile p = profile(with_ranges(range_lines));
    ASSERT_TRUE(p.addresses);
    EXPECT_EQ(p.addresses->objects, (std::vector<CodeObject>{{"ab12", "/bin/prog name"}}));
    ASSERT_EQ(p.addresses->ranges.size(), 3U);
    EXPECT_EQ(p.addresses->ranges[1].address, 0x18U);
    EXPECT_EQ(p.addresses->ranges[1].instructions, 2U);
    EXPECT_EQ(p.addresses->ranges.total(), p.summary);
}

TEST(CodeRangeLines, OfSeveralSectionsAreSummed) {
    const Profile p = profile(with_ranges(
        "#object 1 - /x\n#fl=a\n#fn=f\n#a 1 0x10 8 3 1 6 2\n# a comment\n"
        "#addresses 1\n#object 7 - /x\n#fl=a\n#fn=f\n#a 7 0x10 8 3 1 6 2\n#a 7 0x10 4 1 1\n"));
    EXPECT_EQ(text(p), with_ranges("#object 1 - /x\n#fl=a\n#fn=f\n#a 1 0x10 8 3 1 12 4\n"
                                   "#a 1 0x10 4 1 1\n"));
}

TEST(CodeRangeLines, WithoutSizesAndBuildIdsAreReadAndWritten) {
    const std::string lines = "#object 1 ? /x\n#fl=a\n#fn=f\n#a 1 0x10 0 1 1 12 4\n";
    const Profile p = profile(with_ranges(lines));
    EXPECT_EQ(text(p), with_ranges(lines));
    EXPECT_TRUE(p.addresses->objects[0].is_any_build);
    EXPECT_EQ(p.addresses->objects[0].build_id, "");
    EXPECT_EQ(thrown_by<Error>([&] {
                  profile(with_ranges("#object 1 ? /x\n#fl=a\n#fn=f\n#a 1 0x10 0 2 1 12 4\n"));
              }),
              "test:13: expected bytes, at most as many instructions, and a line");
}

TEST(CodeRangeLines, ThatAreDamagedAreErrors) {
    const auto error = [](const std::string& of) {
        return thrown_by<Error>([&] { profile(with_ranges(of)); });
    };
    EXPECT_EQ(error("#object x\n"), "test:10: expected the number of an object");
    EXPECT_EQ(error("#object 1 zz /x\n"), "test:10: expected a build ID");
    EXPECT_EQ(error("#fl=a\n#fn=f\n#a 1 0x10 8 3 1 12 4\n"), "test:12: no object has the number 1");
    const std::string object = "#object 1 - /x\n";
    EXPECT_EQ(error(object + "#a 1 0x10 8 3 1 12 4\n"),
              "test:11: a range before the first #fl= and #fn=");
    EXPECT_EQ(error(object + "#fl=a\n#fn=f\n#a 1 0x10 2 3 1 12 4\n"),
              "test:13: expected bytes, at most as many instructions, and a line");
    EXPECT_EQ(error(object + "#fl=a\n#fn=f\n#a 1 0x10 8 3 1 12 4 5\n"),
              "test:13: more counts than events (2)");
}

} // namespace
} // namespace cg
