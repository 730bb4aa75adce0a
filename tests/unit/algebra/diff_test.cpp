// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/diff.hpp"

#include "algebra/filter.hpp"
#include "algebra/relabel.hpp"
#include "text.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

const std::string a = "cmd: a\nevents: Ir Dr\nfl=b.c\nfn=g\n1 1 0\n2 2 2\nfl=a.c\nfn=f\n5 5 5\n"
                      "summary: 8 7\n";
const std::string b = "cmd: b\nevents: Dr Ir\nfl=b.c\nfn=g\n2 2 2\n3 0 4\nfl=c.c\n9 9 9\n"
                      "summary: 11 15\n";

TEST(Diff, SubtractsByFunctionSortedByName) {
    EXPECT_EQ(text(diff(profile(a), profile(b), DiffBy::function)),
              "cmd: a; b\nevents: Ir Dr\nfl=a.c\nfn=f\n0 -5 -5\nfl=b.c\nfn=g\n0 3 0\n"
              "fl=c.c\nfn=???\n0 9 9\nsummary: 7 4\n");
}

TEST(Diff, KeepsLines) {
    EXPECT_EQ(text(diff(profile(a), profile(b), DiffBy::line)),
              "cmd: a; b\nevents: Ir Dr\nfl=b.c\nfn=g\n1 -1 0\n2 0 0\n3 4 0\nfl=a.c\nfn=f\n"
              "5 -5 -5\nfl=c.c\nfn=???\n9 9 9\nsummary: 7 4\n");
}

TEST(Diff, PutsTheBaseBeside) {
    const Profile difference = diff(profile(a), profile(b), DiffBy::function);
    const Profile whole = with_base(difference, by_function(profile(a)));
    EXPECT_EQ(text(whole),
              "cmd: a; b\nevents: Ir Dr Ir@base Dr@base\nfl=a.c\nfn=f\n0 -5 -5 5 5\n"
              "fl=b.c\nfn=g\n0 3 0 3 2\nfl=c.c\nfn=???\n0 9 9 0 0\nsummary: 7 4 8 7\n");
}

TEST(Diff, ChangedRowsDoNotCountBases) {
    const Profile p =
        profile("cmd: a\nevents: Ir Ir@base\nfl=a\nfn=f\n1 0 5\n2 1 5\nsummary: 1 10\n");
    EXPECT_EQ(text(filter(p, changed_rows(p))),
              "cmd: a\nevents: Ir Ir@base\nfl=a\nfn=f\n2 1 5\nsummary: 1 5\n");
}

TEST(Diff, TheLeastCountHasNoOpposite) {
    const Profile least = profile("cmd: a\nevents: Ir\nfl=a\nfn=f\n1 -9223372036854775808\n"
                                  "summary: -9223372036854775808\n");
    EXPECT_THROW(diff(least, least, DiffBy::line), std::overflow_error);
}

TEST(Filter, KeepsTheRestAsOneFunction) {
    const Profile p = profile(a);
    EXPECT_EQ(text(filter(
                  p, [&](const FunctionCosts&, std::size_t row) { return row == 1; }, Rest::keep)),
              "cmd: a\nevents: Ir Dr\nfl=b.c\nfn=g\n2 2 2\nfl=???\nfn=(other)\n0 6 5\n"
              "summary: 8 7\n");
}

} // namespace
} // namespace cg
