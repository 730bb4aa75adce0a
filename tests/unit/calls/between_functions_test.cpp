// SPDX-License-Identifier: GPL-2.0-or-later
#include "calls/between_functions.hpp"

#include "../made_calls.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

// "1 2 | 3": the calls of each arc to a function, and from it.
std::string calls_of(const CallsBetweenFunctions& between, CalledNumber function) {
    std::string text;
    for (const std::size_t arc : between.to(function))
        text += std::to_string(between.arcs().calls(arc)) + " ";
    text += "|";
    for (const std::size_t arc : between.from(function))
        text += " " + std::to_string(between.arcs().calls(arc));
    return text;
}

TEST(CallsBetweenFunctions, ListsArcsOfATree) {
    const Calls calls = make_calls(1, {{{"main"}, 1, {10}},
                                       {{"main", "f"}, 2, {30}},
                                       {{"main", "f", "g"}, 3, {60}},
                                       {{"main", "g"}, 4, {5}}});
    const CallsBetweenFunctions between(calls); // f, g, main
    EXPECT_EQ(calls_of(between, 0), "2 | 3");
    EXPECT_EQ(calls_of(between, 1), "3 4 |");
    EXPECT_EQ(calls_of(between, 2), "| 2 4");
    EXPECT_EQ(between.arcs().own(1)[0], 65);
}

TEST(CallsBetweenFunctions, SumsCallsFromSeveralLines) {
    CalledFunctions functions;
    const NameId a = functions.intern("a.c"), f = functions.intern("f");
    const CalledNumber caller = functions.insert(a, a, f);
    const CalledNumber callee = functions.insert(a, a, a);
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

} // namespace
} // namespace cg
