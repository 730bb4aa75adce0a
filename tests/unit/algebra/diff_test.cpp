// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/diff.hpp"

#include "../made_data.hpp"
#include "../made_ranges.hpp"
#include "algebra/rename.hpp"
#include "algebra/selection.hpp"
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
              "desc: Files compared:\ncmd: a; b\nevents: Ir Dr\nfl=a.c\nfn=f\n0 -5 "
              "-5\nfl=b.c\nfn=g\n0 3 0\n"
              "fl=c.c\nfn=???\n0 9 9\nsummary: 7 4\n");
}

TEST(Diff, KeepsLines) {
    EXPECT_EQ(text(diff(profile(a), profile(b), DiffBy::line)),
              "desc: Files compared:\ncmd: a; b\nevents: Ir Dr\nfl=b.c\nfn=g\n1 -1 0\n2 0 0\n3 4 "
              "0\nfl=a.c\nfn=f\n"
              "5 -5 -5\nfl=c.c\nfn=???\n9 9 9\nsummary: 7 4\n");
}

TEST(Diff, PutsTheBaseBeside) {
    const Profile difference = diff(profile(a), profile(b), DiffBy::function);
    const Profile whole = with_base(difference, by_function(profile(a)));
    EXPECT_EQ(text(whole),
              "desc: Files compared:\ncmd: a; b\nevents: Ir Dr Ir@base Dr@base\nfl=a.c\nfn=f\n0 -5 "
              "-5 5 5\n"
              "fl=b.c\nfn=g\n0 3 0 3 2\nfl=c.c\nfn=???\n0 9 9 0 0\nsummary: 7 4 8 7\n");
}

TEST(Diff, ChangedRowsDoNotCountBases) {
    const Profile p =
        profile("cmd: a\nevents: Ir Ir@base\nfl=a\nfn=f\n1 0 5\n2 1 5\nsummary: 1 10\n");
    EXPECT_EQ(text(filter(p, changed_rows(p))),
              "cmd: a\nevents: Ir Ir@base\nfl=a\nfn=f\n2 1 5\nfl=???\nfn=(other)\n0 0 5\n"
              "summary: 1 10\n");
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

TEST(Filter, KeepsTheBasesOfWhatIsLeftOut) {
    const Profile p = profile("cmd: a\nevents: Ir Ir@base Dr@base\nfl=a\nfn=f\n1 1 10 7\n2 2 20 7\n"
                              "fn=g\n3 4 0 7\nsummary: 7 30 21\n");
    const auto only = [&](std::size_t kept) {
        return text(filter(p, [&](const FunctionCosts&, std::size_t row) { return row == kept; }));
    };
    const std::string head = "cmd: a\nevents: Ir Ir@base Dr@base\nfl=a\n"; // Dr@base is an event
    EXPECT_EQ(only(0), head + "fn=f\n1 1 10 7\nfl=???\nfn=(other)\n0 0 20 0\nsummary: 1 30 7\n");
    EXPECT_EQ(only(2), head + "fn=g\n3 4 0 7\nfl=???\nfn=(other)\n0 0 30 0\nsummary: 4 30 7\n");
    // rows left out before stay one with rows left out now
    const Profile again = profile(only(0));
    EXPECT_EQ(
        text(filter(again, [](const FunctionCosts&, std::size_t) { return false; })),
        "cmd: a\nevents: Ir Ir@base Dr@base\nfl=???\nfn=(other)\n0 0 30 0\nsummary: 0 30 0\n");
    EXPECT_EQ(text(filter(again, [](const FunctionCosts&, std::size_t) { return true; })), only(0));
}

TEST(DiffOfRanges, OfDifferencesAreOfTheSameBuild) {
    const Profile first = profile(with_ranges(range_lines));
    const Profile same = diff(first, first, DiffBy::line);
    ASSERT_TRUE(same.addresses);
    EXPECT_EQ(same.addresses->ranges.total(), (std::vector<Count>{0, 0}));

    std::string other = with_ranges(range_lines);
    other.replace(other.find("ab12"), 4, "ab13");
    const Profile of_other = diff(first, profile(other), DiffBy::line);
    ASSERT_TRUE(of_other.addresses);
    EXPECT_TRUE(of_other.addresses->ranges.empty());
    EXPECT_FALSE(diff(first, first, DiffBy::function).addresses);
}

TEST(DiffOfDataObjects, KeepsTheBaseBeside) {
    const Profile p = profile(with_data(data_lines));
    Profile more = profile(with_data(data_lines));
    more.data->objects[0].blocks = 11;
    more.data->cells.counts(0)[0] += 5;
    const Profile difference = with_base(diff(p, more, DiffBy::line), p);
    EXPECT_EQ(difference.data->objects[0].blocks, 1);
    EXPECT_EQ(difference.data->objects[0].live, 0);
    const CountRows counts = counts_by_object(*difference.data);
    EXPECT_EQ(counts[0][*difference.data->events.column("D1mr")], 5);
    EXPECT_EQ(counts[0][*difference.data->events.column("D1mr@base")], 13);
    EXPECT_EQ(counts[0][*difference.data->events.column("Lines1@base")], 16);
}

TEST(DiffOfDataObjects, NeedsThemOnBothSides) {
    const Profile p = profile(with_data(data_lines));
    EXPECT_FALSE(diff(p, profile(with_data("")), DiffBy::line).data);
    EXPECT_FALSE(diff(profile(with_data("")), p, DiffBy::function).data);
}

} // namespace

} // namespace cg
