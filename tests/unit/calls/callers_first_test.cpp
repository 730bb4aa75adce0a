// SPDX-License-Identifier: GPL-2.0-or-later
#include "../made_calls.hpp"
#include "calls/callers_first.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

const Calls calls = make_calls(1, {{{"main"}, 1, {1}},
                                   {{"main", "f"}, 2, {10}},
                                   {{"main", "f", "h"}, 5, {200}},
                                   {{"main", "g", "h"}, 7, {1000}}});

// What is below a function adds up to its own cost.
TEST(CallersFirst, StandBelowTheFunction) {
    const Calls inverted = callers_first(calls, 9);
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
    EXPECT_EQ(inverted.tree()->total(), calls.tree()->total());
}

TEST(CallersFirst, AreCutAtADepth) {
    EXPECT_EQ(text_of_tree(callers_first(calls, 2)), "f 2 0\n"
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
