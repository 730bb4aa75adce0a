// SPDX-License-Identifier: GPL-2.0-or-later
#include "../made_calls.hpp"
#include "calls/sum.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

const Calls first = make_calls(1, {{{"main"}, 1, {20}}, {{"main", "f"}, 3, {9}}});
const Calls second = make_calls(1, {{{"main"}, 1, {5}}, {{"main", "g"}, 1, {2}}});

Calls arcs_only(const Calls& calls) {
    return {calls.functions, calls.arcs()};
}

TEST(CallsSum, TreesAddUpByPath) {
    CallsSum sum(1);
    sum.add(first);
    sum.add(second);
    EXPECT_EQ(text_of_tree(std::move(sum).finish()), "main 2 25\nmain > f 3 9\nmain > g 1 2\n");
}

TEST(CallsSum, TreesAreSubtracted) {
    CallsSum sum(1);
    sum.add(first, {.is_negative = true});
    sum.add(second);
    EXPECT_EQ(text_of_tree(std::move(sum).finish()), "main 0 -15\nmain > f -3 -9\nmain > g 1 2\n");
}

TEST(CallsSum, WithArcsOnlyArcsAreKept) {
    for (const bool arcs_first : {false, true}) {
        CallsSum sum(1);
        sum.add(arcs_first ? arcs_only(first) : first);
        sum.add(arcs_first ? second : arcs_only(second));
        const Calls calls = std::move(sum).finish();
        EXPECT_FALSE(calls.tree());
        EXPECT_EQ(text_of_arcs(calls), "main > f 3 9\nmain > g 1 2\nroot > main 2 36\n");
        EXPECT_EQ(calls.arcs().own(2)[0], 25);
    }
}

TEST(CallsSum, WhatGetsTheSameNameIsOneNode) {
    const Calls calls =
        make_calls(1, {{{"main"}, 1, {1}}, {{"main", "f1"}, 2, {10}}, {{"main", "f2"}, 3, {100}}});
    const auto without_numbers = [](const CalledName& old, FunctionId) {
        return CalledName{old.object, old.file, old.name[0] == 'f' ? "f" : old.name};
    };
    EXPECT_EQ(text_of_tree(renamed(calls, {.function = without_numbers})),
              "main 1 1\nmain > f 5 110\n");
    EXPECT_EQ(text_of_arcs(renamed(arcs_only(calls), {.function = without_numbers})),
              "main > f 5 110\nroot > main 1 111\n");
}

TEST(CallsSum, LinesOfCallsAddUp) {
    CallsSum sum(1);
    sum.add(at_line(first, 3));
    sum.add(at_line(first, 4));
    sum.add(at_line(second, 4));
    sum.add(at_line(first, 4), {.is_negative = true});
    sum.add(at_line(first, 4));
    const Calls calls = std::move(sum).finish();
    EXPECT_EQ(text_of_placed_arcs(calls),
              "main a.c:3 > f 3 9\nmain a.c:4 > f 3 9\nmain a.c:4 > g 1 2\n");
    EXPECT_EQ(other_sum(arcs_of(*calls.tree(), calls.functions), calls.arcs(), calls.functions),
              std::nullopt);
    EXPECT_EQ(calls.arcs().own(2)[0], 45);
}

TEST(CallsSum, CallsWhoseLinesAreNotKnownAreAtLine0) {
    for (const int place : {0, 1, 2}) { // of the calls with lines
        CallsSum sum(1);
        for (const int i : {0, 1, 2})
            sum.add(i == place ? at_line(first, 3) : first);
        const Calls calls = std::move(sum).finish();
        EXPECT_EQ(text_of_placed_arcs(calls), "main a.c:0 > f 6 18\nmain a.c:3 > f 3 9\n");
        EXPECT_EQ(calls.arcs().own(1)[0], 60);
    }
    EXPECT_FALSE(changed(first, {}).lines_of_calls);
}

TEST(CallsSum, ArcsOnlyKeepTheLinesOfATree) {
    for (const bool arcs_first : {false, true}) {
        CallsSum sum(1);
        sum.add(arcs_first ? arcs_only(second) : at_line(first, 3));
        sum.add(arcs_first ? at_line(first, 3) : arcs_only(second));
        const Calls calls = std::move(sum).finish();
        EXPECT_FALSE(calls.tree());
        EXPECT_FALSE(calls.lines_of_calls);
        EXPECT_EQ(text_of_placed_arcs(calls), "main a.c:0 > g 1 2\nmain a.c:3 > f 3 9\n");
        EXPECT_EQ(calls.arcs().own(2)[0], 25);
    }
}

TEST(CallsSum, LinesOfCallsMoveWithTheOthers) {
    const NewLine next = [](std::string_view, std::string_view, Line line) { return line + 1; };
    for (const Calls& calls : {at_line(first, 3), arcs_only(at_line(first, 3))})
        EXPECT_EQ(text_of_placed_arcs(changed(calls, {.new_line = next})), "main a.c:4 > f 3 9\n");
    EXPECT_FALSE(changed(at_line(first, 3), to_line_0()).lines_of_calls);
    const auto grouped = [](std::string_view, std::string_view name, FunctionId) {
        return RowPlace{"g.c", std::string(name), true};
    };
    EXPECT_FALSE(renamed(at_line(first, 3), {.place = grouped}).lines_of_calls);
}

TEST(CallsSum, FunctionsThatBecomeOneLoseTheLinesOfCalls) {
    const Calls calls = at_line(
        make_calls(1, {{{"main"}, 1, {1}}, {{"main", "f"}, 2, {10}}, {{"main", "f", "g"}, 3, {9}}}),
        5);
    const auto with_name = [&](const std::string& f, const std::string& g) {
        return renamed(calls, {.function = [&](const CalledName& old, FunctionId) {
                           return CalledName{old.object, "b.c",
                                             old.name == "f"   ? f
                                             : old.name == "g" ? g
                                                               : old.name};
                       }});
    };
    EXPECT_EQ(text_of_placed_arcs(with_name("z", "y")), "main b.c:5 > z 2 19\nz b.c:5 > y 3 9\n");
    EXPECT_EQ(text_of_placed_arcs(with_name("z", "z")), "main b.c:0 > z 2 19\nz b.c:0 > z 3 0\n");
}

TEST(CallsSum, ColumnsMove) {
    const Calls calls = make_calls(2, {{{"main"}, 1, {1, 2}}});
    EXPECT_EQ(text_of_tree(changed(calls, {.columns = {{1}, {}, {0}}})), "main 1 2 0 1\n");
}

TEST(CallsSum, OverflowIsAnError) {
    const Calls calls = make_calls(1, {{{"main"}, 1, {Count{1} << 62}}});
    CallsSum sum(1);
    sum.add(calls);
    EXPECT_THROW(sum.add(calls), std::overflow_error);
}

} // namespace
} // namespace cg
