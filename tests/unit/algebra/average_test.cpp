// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/average.hpp"

#include "algebra/merge.hpp"
#include "text.hpp"

#include <gtest/gtest.h>
#include <stdexcept>

namespace cg {
namespace {

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

} // namespace
} // namespace cg
