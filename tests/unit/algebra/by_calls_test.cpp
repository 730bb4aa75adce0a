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

} // namespace
} // namespace cg
