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
    EXPECT_EQ(text_of_arcs(calls), "f > g 3 6\nmain > f 3 15\nmain > g 1 2\n");
    EXPECT_EQ(calls.arcs().own(0)[0], 9);
    EXPECT_EQ(calls.arcs().own(1)[0], 8);
}

// a calls b calls a calls b: the inner calls cost what the outer ones have already.
TEST(CallArcs, WithinOneAnotherCountOnce) {
    const Calls calls = make_calls(1, {{{"a"}, 1, {1}},
                                       {{"a", "b"}, 1, {10}},
                                       {{"a", "b", "a"}, 1, {100}},
                                       {{"a", "b", "a", "b"}, 1, {1000}}});
    EXPECT_EQ(text_of_arcs(calls), "a > b 2 1110\nb > a 1 1100\n");
}

TEST(CallArcs, OfAFunctionToItselfCostNothing) {
    const Calls calls = make_calls(1, {{{"f"}, 1, {1}}, {{"f", "f"}, 1, {10}}});
    EXPECT_EQ(text_of_arcs(calls), "f > f 1 0\n");
}

} // namespace
} // namespace cg
