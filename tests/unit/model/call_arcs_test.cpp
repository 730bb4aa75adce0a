// SPDX-License-Identifier: GPL-2.0-or-later
#include "../made_calls.hpp"
#include "model/call_arcs.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

TEST(CallArcs, OfATree) {
    const Calls calls = make_calls(1, {{{"main"}, 1, {20}},
                                       {{"main", "f"}, 3, {9}},
                                       {{"main", "f", "g"}, 3, {6}},
                                       {{"main", "g"}, 1, {2}}});
    EXPECT_EQ(text_of_arcs(calls), "f > g 3 6\nmain > f 3 15\nmain > g 1 2\nroot > main 1 37\n");
    EXPECT_EQ(calls.arcs().own(0)[0], 9);
    EXPECT_EQ(calls.arcs().own(1)[0], 8);
}

// a calls b calls a calls b: the outer calls have the cost of the inner ones already.
TEST(CallArcs, WithinOneAnotherCountOnce) {
    const Calls calls = make_calls(1, {{{"a"}, 1, {1}},
                                       {{"a", "b"}, 1, {10}},
                                       {{"a", "b", "a"}, 1, {100}},
                                       {{"a", "b", "a", "b"}, 1, {1000}}});
    EXPECT_EQ(text_of_arcs(calls), "a > b 2 1110\nb > a 1 0\nroot > a 1 1111\n");
}

TEST(CallArcs, OfAFunctionToItselfCostNothing) {
    const Calls calls = make_calls(1, {{{"f"}, 1, {1}}, {{"f", "f"}, 1, {10}}});
    EXPECT_EQ(text_of_arcs(calls), "f > f 1 0\nroot > f 1 11\n");
}

TEST(CallArcs, AtLinesAddUpToThoseOfATree) {
    const Calls calls = make_calls(1, {{{"main"}, 1, {20}}, {{"main", "f"}, 3, {9}}});
    const CallArcs of_tree = calls.arcs();
    const CallArc call = of_tree[0];
    ASSERT_EQ(calls.functions.name(call.callee), "f");
    const auto other = [&](Count times, Count cost) {
        CallArcs at_lines = of_tree.without_arcs();
        at_lines.add(of_tree[1], of_tree.calls(1), of_tree.counts(1));
        at_lines.add({call.caller, call.file, 4, call.callee}, 1, std::vector<Count>{2});
        at_lines.add({call.caller, call.file, 5, call.callee}, times, std::vector{cost});
        EXPECT_TRUE(has_lines(at_lines));
        return other_sum(of_tree, at_lines, calls.functions);
    };
    EXPECT_FALSE(has_lines(of_tree));
    EXPECT_EQ(other(2, 7), std::nullopt);
    EXPECT_EQ(other(1, 7), call);
    EXPECT_EQ(other(2, 6), call);
    EXPECT_EQ(other_sum(of_tree, of_tree.without_arcs(), calls.functions), call);
    EXPECT_EQ(other_sum(of_tree.without_arcs(), of_tree, calls.functions), call);
}

} // namespace
} // namespace cg
