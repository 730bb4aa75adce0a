// SPDX-License-Identifier: GPL-2.0-or-later
#include "../made_calls.hpp"
#include "algebra/by_calls.hpp"
#include "model/cost_table_builder.hpp"
#include "text.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

Profile profile_of(Calls calls) {
    Profile empty{{{}, "prog", EventSet({"A"})}, {}, CostTableBuilder(1).finish(), {0}, {}};
    return of_own_cost(empty, std::move(calls));
}

TEST(ByCalls, OwnCost) {
    const Profile profile = profile_of(make_calls(
        1, {{{"main"}, 1, {1}}, {{"main", "f"}, 2, {10}}, {{"f"}, 2, {20}}, {{}, 0, {7}}}));
    EXPECT_EQ(profile.summary, std::vector<Count>{38});
    Profile costs = profile;
    costs.calls.reset();
    EXPECT_EQ(text(costs), "cmd: prog\nevents: A\nfl=a.c\nfn=f\n0 30\nfn=main\n0 1\nfl=\?\?\?\n"
                           "fn=\?\?\?\n0 7\nsummary: 38\n");
}

TEST(ByCalls, InclusiveCost) {
    const Profile profile =
        profile_of(make_calls(1, {{{"main"}, 1, {1}}, {{"main", "f"}, 2, {10}}}));
    const Profile inclusive = of_inclusive_cost(profile);
    EXPECT_EQ(inclusive.summary, std::vector<Count>{11});
    EXPECT_FALSE(inclusive.calls);
    EXPECT_EQ(text(inclusive), "cmd: prog\nevents: A\nfl=a.c\nfn=f\n0 10\nfn=main\n0 11\n"
                               "summary: 11\n");
}

TEST(ByCalls, InclusiveCostAsFurtherEvents) {
    Profile profile{
        {{}, "prog", EventSet({"A", "A@base"})}, {}, CostTableBuilder(2).finish(), {0, 0}, {}};
    profile = of_own_cost(profile, make_calls(2, {{{"main"}, 1, {1, 5}},
                                                  {{"main", "f"}, 2, {10, 0}},
                                                  {{"main", "f", "f"}, 3, {4, 0}}}));
    const Profile inclusive = with_inclusive_cost(profile);
    EXPECT_EQ(inclusive.summary, (std::vector<Count>{15, 5, 15, 5, 6}));
    EXPECT_FALSE(inclusive.calls);
    EXPECT_EQ(text(inclusive),
              "cmd: prog\nevents: A A@base A:inclusive A:inclusive@base calls\nfl=a.c\n"
              "fn=f\n0 14 0 14 0 5\nfn=main\n0 1 5 15 5 1\nsummary: 15 5 15 5 6\n");

    // Another main, of another file, that is called by the first.
    CalledFunctions functions;
    const NameId name = functions.intern("main");
    CallTreeBuilder tree(1);
    CallTree::Node node = CallTreeBuilder::root(PathStart::thread);
    for (const char* const file : {"a.c", "b.c"}) {
        node = tree.child(node, functions.insert(name, functions.intern(file), name));
        tree.counts(node)[0] = 5;
        tree.calls(node) = 1;
    }
    tree.renumber(functions.sort());
    const Profile two =
        with_inclusive_cost(profile_of({std::move(functions), std::move(tree).finish()}));
    EXPECT_EQ(text(two), "cmd: prog\nevents: A A:inclusive calls\nfl=a.c\nfn=main\n0 5 10 2\n"
                         "fl=b.c\nfn=main\n0 5 0 0\nsummary: 10 10 2\n");
}

} // namespace
} // namespace cg
