// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/merge.hpp"

#include "../made_ranges.hpp"
#include "../thrown.hpp"
#include "error/error.hpp"
#include "text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdexcept>

namespace cg {
namespace {

std::string merged(const std::string& a, const std::string& b,
                   MergeEvents events = MergeEvents::equal) {
    Merge merge(profile(a), events);
    merge.add(profile(b));
    return text(std::move(merge).finish());
}

std::string message(const std::string& a, const std::string& b, MergeEvents events) {
    return thrown_by([&] { merged(a, b, events); });
}

TEST(Merge, AddsRowsThatBothHaveAndPutsNewOnesWhereTheyBelong) {
    EXPECT_EQ(merged("desc: first\ncmd: a\nevents: Ir\n"
                     "fl=a.c\nfn=f\n1 1\n3 3\nfn=g\n5 5\nfl=b.c\nfn=h\n7 7\nsummary: 16\n",
                     "cmd: b\nevents: Ir\n"
                     "fl=z.c\nfn=z\n1 1000\nfl=a.c\nfn=f\n1 10\n2 20\n3 30\nfn=new\n9 90\n"
                     "fl=b.c\nfn=h\n7 70\nsummary: 1220\n"),
              "desc: first\ncmd: a\nevents: Ir\n"
              "fl=a.c\nfn=f\n1 11\n3 33\n2 20\nfn=g\n5 5\nfn=new\n9 90\nfl=b.c\nfn=h\n7 77\n"
              "fl=z.c\nfn=z\n1 1000\nsummary: 1236\n");
}

TEST(Merge, FindsLinesThatDoNotAscend) {
    EXPECT_EQ(merged("cmd: a\nevents: Ir\nfl=a\nfn=f\n9 1\n0 2\n4 3\nsummary: 6\n",
                     "cmd: a\nevents: Ir\nfl=a\nfn=f\n4 10\n9 20\n0 30\n5 40\nsummary: 100\n"),
              "cmd: a\nevents: Ir\nfl=a\nfn=f\n9 21\n0 32\n4 13\n5 40\nsummary: 106\n");
}

TEST(Merge, TakesManyProfilesWithNewFunctionsEach) {
    Merge merge(profile("cmd: a\nevents: Ir\nfl=a\nfn=f0\n1 1\nsummary: 1\n"));
    for (int i = 1; i < 50; ++i) {
        const std::string n = std::to_string(i);
        merge.add(profile("cmd: a\nevents: Ir\nfl=a\nfn=f" + n + "\n1 1\nfn=f0\n1 1\nfl=b" + n +
                          "\nfn=f0\n1 1\nsummary: 3\n"));
    }
    const Profile sum = std::move(merge).finish();
    EXPECT_EQ(sum.costs.functions().size(), 50u + 49u);
    EXPECT_EQ(sum.costs.counts(0)[0], 50);
    EXPECT_EQ(sum.summary[0], 1 + 49 * 3);
    EXPECT_EQ(sum.costs.total(), sum.summary);
}

TEST(Merge, AddsToAProfileWithoutRows) {
    const std::string empty = "cmd: a\nevents: Ir\nsummary: 0\n";
    const std::string some = "cmd: a\nevents: Ir\nfl=a\nfn=f\n1 1\nfl=b\nfn=g\n1 1\nsummary: 2\n";
    EXPECT_EQ(merged(empty, some), some);
    EXPECT_EQ(merged(some, empty), some);
    EXPECT_EQ(merged(empty, empty), empty);
}

TEST(Merge, MatchesEventsByName) {
    const std::string a = "cmd: a\nevents: Ir Dr\nfl=a\nfn=f\n1 1 2\nsummary: 1 2\n";
    EXPECT_EQ(merged(a, "cmd: a\nevents: Dr Ir\nfl=a\nfn=f\n1 20 10\nsummary: 20 10\n"),
              "cmd: a\nevents: Ir Dr\nfl=a\nfn=f\n1 11 22\nsummary: 11 22\n");
    const std::string other = "cmd: a\nevents: Dw Ir\nfl=a\nfn=f\n1 30 10\nsummary: 30 10\n";
    EXPECT_EQ(merged(a, other, MergeEvents::common),
              "cmd: a\nevents: Ir\nfl=a\nfn=f\n1 11\nsummary: 11\n");
    EXPECT_EQ(merged(a, other, MergeEvents::united),
              "cmd: a\nevents: Ir Dr Dw\nfl=a\nfn=f\n1 11 2 30\nsummary: 11 2 30\n");
    EXPECT_EQ(message(a, other, MergeEvents::equal),
              "the events differ: only the profile before has Dr, only this one has Dw");
    EXPECT_EQ(message(a, "cmd: a\nevents: Q\nsummary: 0\n", MergeEvents::common),
              "the profiles have no event in common");
}

TEST(Merge, RefusesASumThatDoesNotFit) {
    const std::string a = "cmd: a\nevents: Ir\nfl=a\nfn=f\n1 9223372036854775807\n"
                          "summary: 9223372036854775807\n";
    EXPECT_EQ(message(a, "cmd: a\nevents: Ir\nfl=a\nfn=f\n1 1\nsummary: 1\n", MergeEvents::equal),
              "a sum of counts does not fit in 64 bits");
}

using testing::ElementsAre;

TEST(Average, KeepsTheTotalWithinOne) {
    const Profile sum = profile("cmd: a\nevents: Ir\nfl=a\nfn=f\n1 1\n2 1\n3 1\n4 0\n5 7\n6 -4\n"
                                "summary: 6\n");
    EXPECT_EQ(text(average(sum, 3)),
              "cmd: a\nevents: Ir\nfl=a\nfn=f\n1 0\n2 1\n3 0\n4 0\n5 2\n6 -1\nsummary: 2\n");
}

TEST(Statistics, TakesAMissingRowForZero) {
    const std::vector<Profile> profiles = {
        profile("cmd: a\nevents: Ir\nfl=a\nfn=f\n1 10\n2 4\nsummary: 14\n"),
        profile("cmd: a\nevents: Ir\nfl=a\nfn=f\n1 14\nsummary: 14\n")};
    Merge merge(profiles[0]);
    merge.add(profiles[1]);
    EXPECT_EQ(text(statistics(std::move(merge).finish(), profiles)),
              "cmd: a\nevents: Ir.mean Ir.min Ir.max Ir.sd\nfl=a\nfn=f\n1 12 10 14 3\n"
              "2 2 0 4 3\nsummary: 14 10 18 6\n");
}

TEST(Statistics, RefusesADeviationThatIsNoCount) {
    const std::vector<Profile> profiles = {
        profile("cmd: a\nevents: Ir\nfl=a\nfn=f\n1 9223372036854775807\n"
                "summary: 9223372036854775807\n"),
        profile("cmd: a\nevents: Ir\nfl=a\nfn=f\n1 -9223372036854775807\n"
                "summary: -9223372036854775807\n")};
    Merge merge(profiles[0]);
    merge.add(profiles[1]);
    EXPECT_THROW(statistics(std::move(merge).finish(), profiles), std::overflow_error);
}

TEST(MergeOfRanges, OfSumsAreSums) {
    const Profile p = profile(with_ranges(range_lines));
    Merge merge(p);
    merge.add(p);
    merge.add(profile("cmd: c\nevents: Ir Dr\nfl=a\nfn=f\n1 1 1\nsummary: 1 1\n"));
    const Profile sum = std::move(merge).finish();
    EXPECT_EQ(sum.addresses->ranges.total(), (std::vector<Count>{50, 8}));
    EXPECT_TRUE(std::ranges::equal(sum.addresses->ranges, p.addresses->ranges));
}

} // namespace

} // namespace cg
