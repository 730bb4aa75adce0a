// SPDX-License-Identifier: GPL-2.0-or-later
#include "../made_calls.hpp"
#include "made_report.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

// main costs 10 itself, calls f twice (30) and g (5); f calls g (60).
Profile profile_with_calls() {
    Profile profile = make_profile(
        {"Ir"}, {{"a.c", "f", 2, {30}}, {"a.c", "g", 5, {65}}, {"a.c", "main", 8, {10}}});
    profile.calls = make_calls(1, {{{"main"}, 1, {10}},
                                   {{"main", "f"}, 2, {30}},
                                   {{"main", "f", "g"}, 3, {60}},
                                   {{"main", "g"}, 1, {5}}});
    return profile;
}

std::string report_of(const Profile& profile, const ReportOptions& options) {
    Texts texts;
    texts.put("a.c", "1\n2\n3\n4\n5\n6\n7\n8\n");
    return report({profile, {{.name = "-", .cmd = "prog"}}, as_it_is, {}}, options, texts);
}

TEST(FunctionCalls, InclusiveCostTakesThePlaceOfTheSummaries) {
    const std::string out = report_of(profile_with_calls(), {.inclusive = true});
    EXPECT_EQ(section(out, "Inclusive cost"), "-- Inclusive cost of functions\n"
                                              "Ir__________  file:function\n"
                                              "\n"
                                              "105 (100.0%)  a.c:main (1x) [prog]\n"
                                              " 90  (85.7%)  a.c:f (2x) [prog]\n"
                                              " 65  (61.9%)  a.c:g (4x) [prog]\n"
                                              "\n");
    EXPECT_EQ(section(out, "File:function"), "no section File:function");
    EXPECT_EQ(section(out, "Function:file"), "no section Function:file");
}

TEST(FunctionCalls, CallersAreAboveAndCalleesBelow) {
    const std::string out =
        report_of(profile_with_calls(), {.inclusive = true, .callers = true, .callees = true});
    EXPECT_EQ(section(out, "Inclusive cost"),
              "-- Inclusive cost of functions, their callers and callees\n"
              "Ir__________   file:function\n"
              "\n"
              "105 (100.0%)  * a.c:main (1x) [prog]\n"
              " 90  (85.7%)  > a.c:f (2x) [prog]\n"
              "  5   (4.8%)  > a.c:g (1x) [prog]\n"
              "\n"
              " 90  (85.7%)  < a.c:main (2x) [prog]\n"
              " 90  (85.7%)  * a.c:f (2x) [prog]\n"
              " 60  (57.1%)  > a.c:g (3x) [prog]\n"
              "\n"
              " 60  (57.1%)  < a.c:f (3x) [prog]\n"
              "  5   (4.8%)  < a.c:main (1x) [prog]\n"
              " 65  (61.9%)  * a.c:g (4x) [prog]\n"
              "\n");
}

TEST(FunctionCalls, OwnCostIsRankedWithoutInclusive) {
    const std::string out = report_of(profile_with_calls(), {.callers = true});
    EXPECT_EQ(section(out, "Own cost"), "-- Own cost of functions, and their callers\n"
                                        "Ir________   file:function\n"
                                        "\n"
                                        "60 (57.1%)  < a.c:f (3x) [prog]\n"
                                        " 5  (4.8%)  < a.c:main (1x) [prog]\n"
                                        "65 (61.9%)  * a.c:g (4x) [prog]\n"
                                        "\n"
                                        "90 (85.7%)  < a.c:main (2x) [prog]\n"
                                        "30 (28.6%)  * a.c:f (2x) [prog]\n"
                                        "\n"
                                        "10  (9.5%)  * a.c:main (1x) [prog]\n"
                                        "\n");
    EXPECT_NE(section(out, "File:function"), "no section File:function");
    EXPECT_EQ(section(report_of(profile_with_calls(), {.callees = true}), "Own cost").substr(0, 45),
              "-- Own cost of functions, and their callees\nI");
}

TEST(FunctionCalls, FilesOfSignificantFunctionsAreAnnotated) {
    Profile profile = make_profile({"Ir"}, {{"a.c", "f", 1, {100000}}, {"main.c", "main", 1, {1}}});
    CalledFunctions functions;
    CallTreeBuilder tree(1);
    const NameId prog = functions.intern("prog");
    const auto main_node =
        tree.child(CallTreeBuilder::root(PathStart::thread),
                   functions.insert(prog, functions.intern("main.c"), functions.intern("main"), 1));
    tree.counts(main_node)[0] = 1;
    const auto f = tree.child(
        main_node, functions.insert(prog, functions.intern("a.c"), functions.intern("f"), 1));
    tree.counts(f)[0] = 100000;
    tree.calls(f) = 7;
    tree.renumber(functions.sort());
    profile.calls = Calls{std::move(functions), std::move(tree).finish()};
    Texts texts;
    texts.put("a.c", "1\n");
    texts.put("main.c", "1\n");
    const auto annotated = [&](bool inclusive) {
        return section(report({profile, {{.name = "-", .cmd = "prog"}}, as_it_is, {}},
                              {.inclusive = inclusive}, texts),
                       "Annotated source file: main.c");
    };
    EXPECT_EQ(annotated(false), "no section Annotated source file: main.c");
    EXPECT_EQ(annotated(true), "-- Annotated source file: main.c\n"
                               "Ir______________ \n"
                               "\n"
                               "      1   (0.0%)  1\n"
                               "100,000 (100.0%)  => a.c:f (7x) from main\n"
                               "\n");
}

} // namespace
} // namespace cg
