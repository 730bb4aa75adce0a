// SPDX-License-Identifier: GPL-2.0-or-later
#include "../made_calls.hpp"
#include "../profiles.hpp"
#include "annotate/function_calls.hpp"
#include "annotate/sections.hpp"
#include "made_report.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

class CallsAtLinesTest : public testing::Test {
  protected:
    FunctionId function(const std::string& file, const std::string& name, Line line) {
        return functions_.insert(functions_.intern("prog"), functions_.intern(file),
                                 functions_.intern(name), line);
    }
    void call(FunctionId caller, const std::string& file, Line line, FunctionId callee, Count calls,
              Count cost) {
        const std::size_t arc = arcs_.insert({caller, functions_.intern(file), line, callee});
        arcs_.calls(arc) = calls;
        arcs_.counts(arc)[0] = cost;
        arcs_.set_functions(functions_.size());
    }
    // "3: 20 => b.c:g (2x)" for each.
    std::vector<std::string> of_file(const std::string& file) {
        std::vector<std::string> texts;
        const Calls calls{functions_, arcs_};
        const CallsAtLines at_lines(calls, {0});
        for (const RowBelowLine& at : at_lines.of_file(file))
            texts.push_back(std::to_string(at.line) + ": " + std::to_string(at.counts[0]) + " " +
                            at.text);
        return texts;
    }

    CalledFunctions functions_;
    CallArcs arcs_{1};
};

using CallTexts = std::vector<std::string>;

TEST_F(CallsAtLinesTest, MostExpensiveOfALineIsFirst) {
    const FunctionId f = function("a.c", "f", 1), g = function("b.c", "g", 1);
    call(f, "a.c", 3, g, 2, 20);
    call(f, "a.c", 3, f, 1, -30);
    call(f, "a.c", 2, g, 0, 5);
    call(f, "a.h", 9, g, 1, 1);
    EXPECT_EQ(of_file("a.c"),
              (CallTexts{"2: 5 => b.c:g", "3: -30 => a.c:f (1x)", "3: 20 => b.c:g (2x)"}));
    EXPECT_EQ(of_file("a.h"), CallTexts{"9: 1 => b.c:g (1x)"});
    EXPECT_EQ(of_file("b.c"), CallTexts{});
}

TEST_F(CallsAtLinesTest, UnknownLinesAreAtTheFirstOfTheCaller) {
    const FunctionId f = function("a.c", "f", 7), g = function("a.c", "g", 0);
    call(f, "a.c", 0, g, 1, 5);
    call(g, "a.c", 0, f, 1, 6);
    call(f, "a.h", 0, g, 1, 7);
    EXPECT_EQ(of_file("a.c"),
              (CallTexts{"0: 6 => a.c:f (1x) from g", "7: 5 => a.c:g (1x) from f"}));
    EXPECT_EQ(of_file("a.h"), CallTexts{"0: 7 => a.c:g (1x) from f"});
}

TEST(WithLinesOf, AddsLinesThatOnlyCall) {
    LineCounts counts(1);
    const std::vector<Count> five{5};
    counts.append(2, five);
    counts.append(4, five);
    const std::vector<RowBelowLine> calls{
        {0, five, ""}, {2, five, ""}, {3, five, ""}, {3, five, ""}, {9, five, ""}};
    const LineCounts all = with_lines_of(counts, calls);
    EXPECT_EQ(std::vector<Line>(all.lines().begin(), all.lines().end()),
              (std::vector<Line>{0, 2, 3, 4, 9}));
    EXPECT_EQ(all.counts(0)[0], 0);
    EXPECT_EQ(all.counts(1)[0], 5);
    EXPECT_EQ(all.counts(2)[0], 0);
    EXPECT_EQ(all.counts(3)[0], 5);
}

TEST(AnnotatedLinesWithCalls, AreBelowTheirLines) {
    const Profile profile =
        make_profile({"Ir"}, {{"a", "f", 0, {1}}, {"a", "f", 2, {3}}, {"a", "f", 9, {4}}});
    ReportColumns columns = make_report_columns(profile);
    columns.percentages = false;
    const std::vector<Count> cost{1000};
    const std::vector<RowBelowLine> calls{
        {0, cost, "=> a"}, {2, cost, "=> b"}, {2, cost, "=> c"}, {9, cost, "=> d"}};
    std::string out;
    write_annotated_lines(out, SourceLines("1\n2\n3\n"),
                          LineCounts(profile.costs, profile.costs.functions()), {}, columns, {},
                          {.rows = calls, .margin = {}});
    EXPECT_EQ(out, "Ir___ \n"
                   "\n"
                   "    1  <unknown (line 0)>\n"
                   "1,000  => a\n"
                   "\n"
                   "    .  1\n"
                   "    3  2\n"
                   "1,000  => b\n"
                   "1,000  => c\n"
                   "    .  3\n"
                   "\n"
                   "    4  <bogus line 9>\n"
                   "1,000  => d\n"
                   "\n");
}

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
