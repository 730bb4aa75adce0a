// SPDX-License-Identifier: GPL-2.0-or-later
#include "../made_calls.hpp"
#include "calls/arc_costs.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

// main calls f, which ran uncalled, too, and calls more; a, b and c call each other in a circle,
// and f calls itself.
TEST(ArcCosts, OfAFunctionThatAlsoRanUncalled) {
    Calls calls{{}, CallArcs(2)};
    CalledFunctions& functions = calls.functions;
    const auto function = [&](const char* name) {
        const NameId file = functions.intern("a.c");
        return functions.insert(file, file, functions.intern(name));
    };
    const FunctionId a = function("a"), b = function("b"), c = function("c"), f = function("f"),
                     leaf = function("leaf"), main = function("main");
    auto& arcs = std::get<CallArcs>(calls.tree_or_arcs);
    arcs.set_functions(functions.size());
    const auto call = [&](FunctionId caller, FunctionId callee, Count first, Count second) {
        arcs.add({caller, functions[caller].file, 1, callee}, 1, std::vector{first, second});
    };
    call(main, f, 10, 5);
    call(f, f, 7, 7);
    call(f, leaf, 20, 1);
    call(main, a, 1, 1);
    call(a, b, 1, 1);
    call(b, c, 1, 1);
    call(c, a, 1, 1);
    arcs.own(f)[0] = 3;
    arcs.own(leaf)[0] = 20;
    arcs.own(leaf)[1] = 1;
    arcs.own(a)[0] = arcs.own(b)[0] = arcs.own(c)[0] = 100;
    clear_self_calls(arcs);
    add_rest_of_called(arcs, functions);
    EXPECT_EQ(text_of_arcs(calls), "main > f 1 10 5\nf > f 1 0 0\nf > leaf 1 20 1\nmain > a 1 1 1\n"
                                   "a > b 1 1 1\nb > c 1 1 1\nc > a 1 1 1\nroot > f 0 13 0\n");
    EXPECT_EQ(inclusive_costs_of(arcs, functions.size())[f][0], 23);
}

// The calls cost more than the called function has of its own. Bounded, this is right only if it is
// recursive or only a name.
TEST(ArcCosts, OfCallsThatCostTooMuch) {
    Calls calls{{}, CallArcs(1)};
    CalledFunctions& functions = calls.functions;
    const NameId file = functions.intern("a.c");
    const auto function = [&](const char* name) {
        return functions.insert(file, file, functions.intern(name));
    };
    const FunctionId a = function("a"), b = function("b"), known = function("known"),
                     leaf = function("leaf"), main = function("main"), named = function("named");
    auto& arcs = std::get<CallArcs>(calls.tree_or_arcs);
    arcs.set_functions(functions.size());
    const auto call = [&](FunctionId caller, FunctionId callee, Count cost) {
        arcs.add({caller, file, 1, callee}, 1, std::vector{cost});
    };
    call(main, known, 13);
    call(known, leaf, 4);
    call(main, named, 90);
    call(main, a, 30);
    call(a, b, 5);
    call(b, a, 2);
    arcs.own(known)[0] = 6;
    arcs.own(leaf)[0] = 4;
    arcs.own(a)[0] = arcs.own(b)[0] = 1;
    EXPECT_EQ(inclusive_costs_of(arcs, functions.size())[known][0], 13);
    bound_costs(arcs, functions.size());
    EXPECT_TRUE(arcs.is_bounded());
    const CountRows inclusive = inclusive_costs_of(arcs, functions.size());
    EXPECT_EQ(inclusive[known][0], 10);
    EXPECT_EQ(inclusive[named][0], 90);
    EXPECT_EQ(inclusive[a][0], 32);
    EXPECT_EQ(inclusive[main][0], 133);

    // So it is in the difference of nothing and this.
    for (std::size_t i = 0; i < arcs.size(); ++i)
        arcs.counts(i)[0] = -arcs.counts(i)[0];
    for (FunctionId f = 0; f < functions.size(); ++f)
        arcs.own(f)[0] = -arcs.own(f)[0];
    EXPECT_EQ(inclusive_costs_of(arcs, functions.size())[known][0], -10);
}

} // namespace
} // namespace cg
