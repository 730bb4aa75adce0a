// SPDX-License-Identifier: GPL-2.0-or-later
// Costs by address in operations on profiles, as text.
#include "../thrown.hpp"
#include "algebra/diff.hpp"
#include "algebra/merge.hpp"
#include "algebra/rename.hpp"
#include "algebra/selection.hpp"
#include "error/error.hpp"
#include "text.hpp"

#include <gtest/gtest.h>
#include <string>

namespace cg {
namespace {

// A profile of two functions with these lines of costs by address.
std::string with_ranges(const std::string& lines) {
    return "cmd: c\nevents: Ir Dr\nfl=a\nfn=f\n1 12 4\n2 8 0\nfn=g\n7 5 0\n#addresses 1\n" + lines +
           "summary: 25 4\n";
}

const std::string lines = "#object 1 ab12 /bin/prog name\n#fl=a\n#fn=f\n#a 1 0x10 8 3 1 12 4\n"
                          "#a 1 0x18 8 2 2 8\n#fn=g\n#a 1 0x40 5 5 7 5\n";

TEST(CodeRanges, AreReadAndWritten) {
    EXPECT_EQ(text(profile(with_ranges(lines))), with_ranges(lines));
    const Profile p = profile(with_ranges(lines));
    ASSERT_TRUE(p.addresses);
    EXPECT_EQ(p.addresses->objects, (std::vector<CodeObject>{{"ab12", "/bin/prog name"}}));
    ASSERT_EQ(p.addresses->ranges.size(), 3U);
    EXPECT_EQ(p.addresses->ranges[1].address, 0x18U);
    EXPECT_EQ(p.addresses->ranges[1].instructions, 2U);
    EXPECT_EQ(p.addresses->counts.total(), p.summary);
}

TEST(CodeRanges, OfSeveralSectionsAreSummed) {
    const Profile p = profile(with_ranges(
        "#object 1 - /x\n#fl=a\n#fn=f\n#a 1 0x10 8 3 1 6 2\n# a comment\n"
        "#addresses 1\n#object 7 - /x\n#fl=a\n#fn=f\n#a 7 0x10 8 3 1 6 2\n#a 7 0x10 4 1 1\n"));
    EXPECT_EQ(text(p), with_ranges("#object 1 - /x\n#fl=a\n#fn=f\n#a 1 0x10 8 3 1 12 4\n"
                                   "#a 1 0x10 4 1 1\n"));
}

TEST(CodeRanges, ThatAreDamagedAreErrors) {
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

TEST(CodeRanges, OfSumsAreSums) {
    const Profile p = profile(with_ranges(lines));
    Merge merge(p);
    merge.add(p);
    merge.add(profile("cmd: c\nevents: Ir Dr\nfl=a\nfn=f\n1 1 1\nsummary: 1 1\n"));
    const Profile sum = std::move(merge).finish();
    EXPECT_EQ(sum.addresses->counts.total(), (std::vector<Count>{50, 8}));
    EXPECT_EQ(sum.addresses->ranges, p.addresses->ranges);
}

TEST(CodeRanges, OfDifferencesAreOfTheSameBuild) {
    const Profile first = profile(with_ranges(lines));
    const Profile same = diff(first, first, DiffBy::line);
    ASSERT_TRUE(same.addresses);
    EXPECT_EQ(same.addresses->counts.total(), (std::vector<Count>{0, 0}));

    std::string other = with_ranges(lines);
    other.replace(other.find("ab12"), 4, "ab13");
    const Profile of_other = diff(first, profile(other), DiffBy::line);
    ASSERT_TRUE(of_other.addresses);
    EXPECT_TRUE(of_other.addresses->ranges.empty());
    EXPECT_FALSE(diff(first, first, DiffBy::function).addresses);
}

TEST(CodeRanges, AreRenamedSelectedAndProjectedAsRows) {
    const Profile p = profile(with_ranges(lines));
    const auto upper = [](std::string_view name) { return std::string(name) + "!"; };
    EXPECT_NE(text(rename(p, {}, upper).profile).find("#fn=f!\n#a 1 0x10"), std::string::npos);
    EXPECT_NE(text(rename(p, upper, {}).profile).find("#fl=a!\n#fn=f\n"), std::string::npos);

    const Profile one =
        filter(p, [&](const FunctionCosts&, std::size_t row) { return p.costs.line(row) == 2; });
    EXPECT_EQ(one.addresses->counts.total(), one.summary);
    EXPECT_EQ(one.addresses->ranges.size(), 1U);

    const Profile projected = project(p, EventSet({"Dr"}));
    EXPECT_EQ(projected.addresses->counts.total(), projected.summary);
}

TEST(CodeRanges, KnowTheirRows) {
    const Profile p = profile(with_ranges(lines));
    const auto rows = rows_of(*p.addresses, p.costs, p.names);
    EXPECT_EQ(rows, (std::vector<std::optional<std::size_t>>{0, 1, 2}));
}

} // namespace
} // namespace cg
