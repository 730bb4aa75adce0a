// SPDX-License-Identifier: GPL-2.0-or-later
#include "annotate/calls_at_lines.hpp"

#include "../profiles.hpp"
#include "annotate/sections.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

class CallsAtLinesTest : public testing::Test {
  protected:
    CalledNumber function(const std::string& file, const std::string& name, Line line) {
        return functions_.insert(functions_.intern("prog"), functions_.intern(file),
                                 functions_.intern(name), line);
    }
    void call(CalledNumber caller, const std::string& file, Line line, CalledNumber callee,
              Count calls, Count cost) {
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
        for (const CallAtLine& at : at_lines.of_file(file))
            texts.push_back(std::to_string(at.line) + ": " + std::to_string(at.counts[0]) + " " +
                            at.text);
        return texts;
    }

    CalledFunctions functions_;
    CallArcs arcs_{1};
};

using Texts = std::vector<std::string>;

TEST_F(CallsAtLinesTest, MostExpensiveOfALineIsFirst) {
    const CalledNumber f = function("a.c", "f", 1), g = function("b.c", "g", 1);
    call(f, "a.c", 3, g, 2, 20);
    call(f, "a.c", 3, f, 1, -30);
    call(f, "a.c", 2, g, 0, 5);
    call(f, "a.h", 9, g, 1, 1);
    EXPECT_EQ(of_file("a.c"),
              (Texts{"2: 5 => b.c:g", "3: -30 => a.c:f (1x)", "3: 20 => b.c:g (2x)"}));
    EXPECT_EQ(of_file("a.h"), Texts{"9: 1 => b.c:g (1x)"});
    EXPECT_EQ(of_file("b.c"), Texts{});
}

TEST_F(CallsAtLinesTest, UnknownLinesAreAtTheFirstOfTheCaller) {
    const CalledNumber f = function("a.c", "f", 7), g = function("a.c", "g", 0);
    call(f, "a.c", 0, g, 1, 5);
    call(g, "a.c", 0, f, 1, 6);
    call(f, "a.h", 0, g, 1, 7);
    EXPECT_EQ(of_file("a.c"), (Texts{"0: 6 => a.c:f (1x) from g", "7: 5 => a.c:g (1x) from f"}));
    EXPECT_EQ(of_file("a.h"), Texts{"0: 7 => a.c:g (1x) from f"});
}

TEST(WithLinesOf, AddsLinesThatOnlyCall) {
    LineCounts counts(1);
    const std::vector<Count> five{5};
    counts.append(2, five);
    counts.append(4, five);
    const std::vector<CallAtLine> calls{
        {0, five, ""}, {2, five, ""}, {3, five, ""}, {3, five, ""}, {9, five, ""}};
    const LineCounts all = with_lines_of(counts, calls);
    EXPECT_EQ(std::vector<Line>(all.lines().begin(), all.lines().end()),
              (std::vector<Line>{0, 2, 3, 4, 9}));
    EXPECT_EQ(all.counts(0)[0], 0);
    EXPECT_EQ(all.counts(1)[0], 5);
    EXPECT_EQ(all.counts(2)[0], 0);
    EXPECT_EQ(all.counts(3)[0], 5);
}

TEST(AnnotatedLinesWithCalls, StandBelowTheirLines) {
    const Profile profile =
        make_profile({"Ir"}, {{"a", "f", 0, {1}}, {"a", "f", 2, {3}}, {"a", "f", 9, {4}}});
    ReportColumns columns = make_report_columns(profile);
    columns.percentages = false;
    const std::vector<Count> cost{1000};
    const std::vector<CallAtLine> calls{
        {0, cost, "=> a"}, {2, cost, "=> b"}, {2, cost, "=> c"}, {9, cost, "=> d"}};
    std::string out;
    write_annotated_lines(out, SourceLines("1\n2\n3\n"),
                          LineCounts(profile.costs, profile.costs.functions()), {}, columns, {},
                          calls);
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

} // namespace
} // namespace cg
