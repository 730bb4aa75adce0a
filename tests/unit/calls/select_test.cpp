// SPDX-License-Identifier: GPL-2.0-or-later
#include "calls/select.hpp"

#include "../made_calls.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cg {
namespace {

// main calls f and g; f calls itself and h, g calls h.
const Calls calls = make_calls(1, {{{"main"}, 1, {1}},
                                   {{"main", "f"}, 2, {10}},
                                   {{"main", "f", "f"}, 3, {20}},
                                   {{"main", "f", "f", "h"}, 4, {100}},
                                   {{"main", "f", "h"}, 5, {200}},
                                   {{"main", "g"}, 6, {40}},
                                   {{"main", "g", "h"}, 7, {1000}}});

IsSelected named(const Calls& of, std::string name) {
    return [&of, name = std::move(name)](FunctionId f) { return of.functions.name(f) == name; };
}

TEST(SelectCalls, Below) {
    EXPECT_EQ(text_of_tree(below(calls, named(calls, "f"))), "f 2 10\n"
                                                             "f > f 3 20\n"
                                                             "f > f > h 4 100\n"
                                                             "f > h 5 200\n");
    const Calls of_h = below(calls, named(calls, "h"));
    EXPECT_EQ(text_of_tree(of_h), "h 16 1300\n");
    EXPECT_EQ(of_h.functions.size(), 1U);
    EXPECT_EQ(text_of_tree(below(calls, named(calls, "none"))), "");
}

TEST(SelectCalls, Above) {
    EXPECT_EQ(text_of_tree(above(calls, named(calls, "h"))), "main 1 0\n"
                                                             "main > f 2 0\n"
                                                             "main > f > f 3 0\n"
                                                             "main > f > f > h 4 100\n"
                                                             "main > f > h 5 200\n"
                                                             "main > g 6 0\n"
                                                             "main > g > h 7 1000\n");
    EXPECT_EQ(text_of_tree(above(calls, named(calls, "f"))), "main 1 0\nmain > f 2 330\n");
}

TEST(SelectCalls, Skip) {
    EXPECT_EQ(text_of_tree(skip(calls, named(calls, "f"))), "main 1 31\n"
                                                            "main > g 6 40\n"
                                                            "main > g > h 7 1000\n"
                                                            "main > h 9 300\n");
}

TEST(SelectCalls, FoldRecursion) {
    EXPECT_EQ(text_of_tree(fold_recursion(calls)), "main 1 1\n"
                                                   "main > f 5 30\n"
                                                   "main > f > h 9 300\n"
                                                   "main > g 6 40\n"
                                                   "main > g > h 7 1000\n");
    const Calls mutual = make_calls(1, {{{"a"}, 1, {1}},
                                        {{"a", "b"}, 1, {2}},
                                        {{"a", "b", "a"}, 1, {4}},
                                        {{"a", "b", "a", "b"}, 1, {8}},
                                        {{"a", "b", "a", "c"}, 1, {16}}});
    EXPECT_EQ(text_of_tree(fold_recursion(mutual)), "a 2 5\na > b 2 10\na > c 1 16\n");
}

TEST(SelectCalls, Prune) {
    EXPECT_EQ(text_of_tree(prune(calls, 0, 330)), "main 1 1\n"
                                                  "main > f 2 330\n"
                                                  "main > g 6 40\n"
                                                  "main > g > h 7 1000\n");
    EXPECT_EQ(text_of_tree(prune(calls, 0, 1)), text_of_tree(calls));
}

TEST(SelectCalls, NothingIsLostButByBelowAndAbove) {
    for (const Calls& changed :
         {skip(calls, named(calls, "h")), fold_recursion(calls), prune(calls, 0, 500)})
        EXPECT_EQ(changed.tree()->total(), calls.tree()->total());
}

TEST(InclusiveCosts, CountAFunctionOnceOnEachPath) {
    // f, g, h, main
    EXPECT_THAT(inclusive_costs(calls).all(), testing::ElementsAre(330, 1040, 1300, 1371));
    EXPECT_EQ(numbers_of_calls(calls), (std::vector<Count>{5, 6, 16, 1}));
    const Calls arcs{calls.functions, calls.arcs()};
    EXPECT_THAT(inclusive_costs(arcs).all(), testing::ElementsAre(330, 1040, 1300, 1371));
    EXPECT_EQ(numbers_of_calls(arcs), (std::vector<Count>{5, 6, 16, 1}));
}

// "1 2 | 3": the calls of each arc to a function, and from it.
std::string calls_of(const CallsBetweenFunctions& between, FunctionId function) {
    std::string text;
    for (const std::size_t arc : between.to(function))
        text += std::to_string(between.arcs().calls(arc)) + " ";
    text += "|";
    for (const std::size_t arc : between.from(function))
        text += " " + std::to_string(between.arcs().calls(arc));
    return text;
}

TEST(CallsBetweenFunctions, ListsArcsOfATree) {
    const Calls tree = make_calls(1, {{{"main"}, 1, {10}},
                                      {{"main", "f"}, 2, {30}},
                                      {{"main", "f", "g"}, 3, {60}},
                                      {{"main", "g"}, 4, {5}}});
    const CallsBetweenFunctions between(tree); // f, g, main
    EXPECT_EQ(calls_of(between, 0), "2 | 3");
    EXPECT_EQ(calls_of(between, 1), "3 4 |");
    EXPECT_EQ(calls_of(between, 2), "| 2 4");
    EXPECT_EQ(between.arcs().own(1)[0], 65);
}

TEST(CallsBetweenFunctions, SumsCallsFromSeveralLines) {
    CalledFunctions functions;
    const NameId a = functions.intern("a.c"), f = functions.intern("f");
    const FunctionId caller = functions.insert(a, a, f);
    const FunctionId callee = functions.insert(a, a, a);
    CallArcs arcs(1);
    for (Line line = 1; line <= 3; ++line) {
        const std::size_t arc = arcs.insert({caller, a, line, callee});
        arcs.calls(arc) = 2;
        arcs.counts(arc)[0] = 7;
    }
    arcs.set_functions(2);
    arcs.own(callee)[0] = 21;
    const CallsBetweenFunctions between({functions, arcs});
    ASSERT_EQ(between.arcs().size(), 1);
    EXPECT_EQ(between.arcs().calls(0), 6);
    EXPECT_EQ(between.arcs().counts(0)[0], 21);
    EXPECT_EQ(between.arcs().own(callee)[0], 21);
}

const Calls few_calls = make_calls(1, {{{"main"}, 1, {1}},
                                       {{"main", "f"}, 2, {10}},
                                       {{"main", "f", "h"}, 5, {200}},
                                       {{"main", "g", "h"}, 7, {1000}}});

// Nodes below a function add up to its own cost.
TEST(CallersFirst, StandBelowTheFunction) {
    const Calls inverted = callers_first(few_calls, 9);
    EXPECT_EQ(text_of_tree(inverted), "f 2 0\n"
                                      "f > main 2 10\n"
                                      "g 0 0\n"
                                      "g > main 0 0\n"
                                      "h 12 0\n"
                                      "h > f 5 0\n"
                                      "h > f > main 5 200\n"
                                      "h > g 7 0\n"
                                      "h > g > main 7 1000\n"
                                      "main 1 1\n");
    EXPECT_EQ(inverted.tree()->total(), few_calls.tree()->total());
}

TEST(CallersFirst, AreCutAtADepth) {
    EXPECT_EQ(text_of_tree(callers_first(few_calls, 2)), "f 2 0\n"
                                                         "f > main 2 10\n"
                                                         "g 0 0\n"
                                                         "g > main 0 0\n"
                                                         "h 12 0\n"
                                                         "h > f 5 200\n"
                                                         "h > g 7 1000\n"
                                                         "main 1 1\n");
}

} // namespace

} // namespace cg
