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
    EXPECT_EQ(text_of_tree(changed_calls(calls, 1, {.new_name = without_numbers})),
              "main 1 1\nmain > f 5 110\n");
    EXPECT_EQ(text_of_arcs(changed_calls(arcs_only(calls), 1, {.new_name = without_numbers})),
              "main > f 5 110\nroot > main 1 111\n");
}

TEST(CallsSum, ColumnsMove) {
    const Calls calls = make_calls(2, {{{"main"}, 1, {1, 2}}});
    EXPECT_EQ(text_of_tree(changed_calls(calls, 3, {.columns = {{1}, {}, {0}}})), "main 1 2 0 1\n");
}

TEST(CallsSum, OverflowIsAnError) {
    const Calls calls = make_calls(1, {{{"main"}, 1, {Count{1} << 62}}});
    CallsSum sum(1);
    sum.add(calls);
    EXPECT_THROW(sum.add(calls), std::overflow_error);
}

} // namespace
} // namespace cg
