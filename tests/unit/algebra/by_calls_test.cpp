// SPDX-License-Identifier: GPL-2.0-or-later
#include "../made_calls.hpp"
#include "algebra/by_calls.hpp"
#include "model/code_ranges.hpp"
#include "model/cost_table_builder.hpp"
#include "model/function_lines_builder.hpp"
#include "text.hpp"

#include <gtest/gtest.h>
#include <utility>

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

// Gives main the lines 1 and 2, and f the lines 3 and 4.
Profile profile_with_lines() {
    Profile profile =
        profile_of(make_calls(1, {{{"main"}, 1, {3}}, {{"main", "f"}, 2, {10}}, {{"f"}, 2, {20}}}));
    Calls& calls = *profile.calls;
    FunctionLinesBuilder lines(1);
    const auto add = [&](FunctionId f, Line line, Count count) {
        lines.enter(f, calls.functions[f].file, calls.functions[f].name);
        lines.add_row(line)[0] = count;
    };
    add(0, 3, 25);
    add(0, 4, 5);
    add(1, 1, 1);
    add(1, 2, 2);
    calls.lines = std::move(lines).finish();
    return profile;
}

TEST(ByCalls, FunctionsOfTheSameOwnCostKeepTheirLines) {
    const Profile before = profile_with_lines();
    const Calls chosen = make_calls(1, {{{"main"}, 1, {3}}, {{"main", "f"}, 2, {10}}});
    EXPECT_EQ(functions_of_other_cost(before, chosen), std::vector<FunctionId>{0});
    Profile costs = of_own_cost(before, chosen);
    costs.calls.reset();
    EXPECT_EQ(text(costs),
              "cmd: prog\nevents: A\nfl=a.c\nfn=f\n0 10\nfn=main\n1 1\n2 2\nsummary: 13\n");
}

TEST(ByCalls, FunctionsThatAreLeftOutDoNotMatter) {
    const Profile before = profile_with_lines();
    const Calls chosen = make_calls(1, {{{"main"}, 1, {3}}});
    EXPECT_TRUE(functions_of_other_cost(before, chosen).empty());
    Profile costs = of_own_cost(before, chosen);
    costs.calls.reset();
    EXPECT_EQ(text(costs), "cmd: prog\nevents: A\nfl=a.c\nfn=main\n1 1\n2 2\nsummary: 3\n");
}

TEST(ByCalls, FunctionsThatCostNothingAnyMoreHaveNoOtherCost) {
    const Profile before = profile_with_lines();
    const Calls chosen = make_calls(1, {{{"main"}, 1, {0}}, {{"main", "f"}, 4, {30}}});
    EXPECT_TRUE(functions_of_other_cost(before, chosen).empty());
}

// Returns the text of the costs alone.
std::string text_of_costs(Profile profile) {
    profile.calls.reset();
    return text(profile);
}

// A main of a.c, another one of b.c that it calls, and code without a name that this one calls.
Profile two_mains() {
    CalledFunctions functions;
    const NameId object = functions.intern("/lib/p.so"), name = functions.intern("main");
    CallTreeBuilder tree(1);
    CallTree::Node node = CallTreeBuilder::root(PathStart::thread);
    const auto call = [&](const char* file, NameId of) {
        node = tree.child(node, functions.insert(object, functions.intern(file), of));
        tree.counts(node)[0] = 5;
        tree.calls(node) = 1;
    };
    call("a.c", name);
    call("b.c", name);
    call("???", functions.intern("0x1000"));
    functions.set_apart_by_name(); // they are of one run
    tree.renumber(functions.sort());
    return profile_of({std::move(functions), std::move(tree).finish()});
}

TEST(ByCalls, InclusiveCostAsFurtherEvents) {
    Profile profile{
        {{}, "prog", EventSet({"A", "A@base"})}, {}, CostTableBuilder(2).finish(), {0, 0}, {}};
    profile = of_own_cost(profile, make_calls(2, {{{"main"}, 1, {1, 5}},
                                                  {{"main", "f"}, 2, {10, 0}},
                                                  {{"main", "f", "f"}, 3, {4, 0}}}));
    const Profile inclusive = with_inclusive_cost(profile);
    EXPECT_EQ(inclusive.summary, (std::vector<Count>{15, 5, 15, 5, 6}));
    EXPECT_EQ(text_of_costs(inclusive),
              "cmd: prog\nevents: A A@base A:inclusive A:inclusive@base calls\nfl=a.c\n"
              "fn=f\n0 14 0 14 0 5\nfn=main\n0 1 5 15 5 1\nsummary: 15 5 15 5 6\n");
}

TEST(ByCalls, EachFunctionHasItsInclusiveCost) {
    const Profile inclusive = with_inclusive_cost(two_mains());
    ASSERT_TRUE(inclusive.calls);
    EXPECT_EQ(inclusive.calls->lines.blocks().size(), 3u);
    EXPECT_EQ(text_of_costs(inclusive),
              "cmd: prog\nevents: A A:inclusive calls\nfl=\?\?\?\nfn=0x1000\n0 5 5 1\n"
              "fl=a.c\nfn=main\n0 5 15 1\nfl=b.c\nfn=main\n0 5 10 1\nsummary: 15 15 3\n");
}

TEST(ByCalls, CallsBetweenFunctionsThatAreOneCountOnce) {
    Profile profile = two_mains();
    profile.calls->functions.match(
        std::vector{std::pair(FunctionId{1}, FunctionId{2})}); // main of a.c is main of b.c
    EXPECT_EQ(text_of_costs(with_inclusive_cost(profile)),
              "cmd: prog\nevents: A A:inclusive calls\nfl=\?\?\?\nfn=0x1000\n0 5 5 1\n"
              "fl=a.c\nfn=main\n0 5 0 0\nfl=b.c\nfn=main\n0 5 15 2\nsummary: 15 15 3\n");
    profile = two_mains();
    profile.calls->functions.match(std::vector{std::pair(FunctionId{1}, FunctionId{2})});
    const Profile named = by_called_function(std::move(profile), FunctionNames::distinct);
    EXPECT_EQ(named.calls->functions.size(), 2u);
}

TEST(ByCalls, NamesOfFunctions) {
    EXPECT_EQ(text_of_costs(by_called_function(two_mains(), FunctionNames::shown)),
              "cmd: prog\nevents: A\nfl=\?\?\?\nfn=0x1000 [p.so]\n0 5\n"
              "fl=a.c\nfn=main\n0 5\nfl=b.c\nfn=main\n0 5\nsummary: 15\n");
    EXPECT_EQ(text_of_costs(by_called_function(two_mains(), FunctionNames::distinct)),
              "cmd: prog\nevents: A\nfl=\?\?\?\nfn=0x1000 [p.so]\n0 5\n"
              "fl=a.c\nfn=main\n0 5\nfl=b.c\nfn=main (b.c)\n0 5\nsummary: 15\n");
}

TEST(ByCalls, RowsUnderNamesOfRowsHaveNoCalls) {
    EXPECT_TRUE(by_called_function(two_mains(), FunctionNames::shown).calls);
    const Profile of_rows = by_called_function(two_mains(), FunctionNames::of_rows);
    EXPECT_FALSE(of_rows.calls);
    EXPECT_EQ(text_of_costs(of_rows),
              text_of_costs(by_called_function(two_mains(), FunctionNames::shown)));
}

TEST(ByCalls, ProfilesWithoutOtherNamesStay) {
    Profile profile{{{}, "prog", EventSet({"A"})}, {}, CostTableBuilder(1).finish(), {0}, {}};
    profile = of_own_cost(profile, make_calls(1, {{{"main"}, 1, {1}}, {{"main", "f"}, 2, {10}}}));
    for (const FunctionNames names :
         {FunctionNames::shown, FunctionNames::distinct, FunctionNames::of_rows}) {
        const Profile result = by_called_function(profile, names);
        EXPECT_EQ(text_of_costs(result), text_of_costs(profile));
        EXPECT_EQ(result.calls.has_value(), names != FunctionNames::of_rows);
    }
}

TEST(ByCalls, CostsByAddressAndByDataObjectStay) {
    Profile profile = two_mains();
    profile.addresses = CodeRangesBuilder(1).finish();
    profile.data.emplace();
    const Profile result = by_called_function(std::move(profile), FunctionNames::shown);
    EXPECT_TRUE(result.addresses);
    EXPECT_TRUE(result.data);
}

} // namespace
} // namespace cg
