// SPDX-License-Identifier: GPL-2.0-or-later
// Graphs and pictures of a profile with calls.
#include "error/error.hpp"

#include "../made_calls.hpp"
#include "../made_profiles.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

namespace cg {
namespace {

Profile with_calls() {
    Profile profile = made_profile(
        {"Ir"}, {{"a.c", "main", 1, {10}}, {"a.c", "f\"\\", 2, {30}}, {"a.c", "g", 3, {60}}});
    profile.calls = make_calls(1, {{{"main"}, 1, {10}},
                                   {{"main", "f\"\\"}, 2, {30}},
                                   {{"main", "f\"\\", "g"}, 4, {40}},
                                   {{"main", "g"}, 1, {18}},
                                   {{"main", "g", "g"}, 3, {2}}});
    return profile;
}

// As cg_diff --keep-base makes it: g on behalf of f is new, that of main gone.
Profile difference_with_calls() {
    Profile profile =
        made_profile({"Ir", "Ir@base"}, {{"a.c", "main", 1, {0, 50}}, {"a.c", "g", 3, {10, 20}}});
    profile.calls = make_calls(
        2,
        {{{"main"}, 0, {0, 50}}, {{"main", "f", "g"}, 1, {30, 0}}, {{"main", "g"}, -1, {-20, 20}}});
    return profile;
}

std::vector<std::string> lines_with(const std::string& text, const std::string& what) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        std::string line = text.substr(at, end - at);
        if (line.find(what) != line.npos)
            lines.push_back(std::move(line));
        at = end + 1;
    }
    return lines;
}

TEST(Dot, HasNodesAndEdges) {
    const std::string graph = rendered(render::dot, with_calls());
    EXPECT_THAT(
        lines_with(graph, "fillcolor"),
        testing::ElementsAre(
            R"x(  f0 [label="f\"\\\na.c\n70 (70.0%)\nself 30 (30.0%)", fillcolor="#f58d4c"];)x",
            R"x(  f1 [label="g\na.c\n60 (60.0%)\nself 60 (60.0%)", fillcolor="#f3713a"];)x",
            R"x(  f2 [label="main\na.c\n100 (100.0%)\nself 10 (10.0%)", fillcolor="#f8ab5e"];)x"));
    EXPECT_THAT(lines_with(graph, "->"),
                testing::ElementsAre(R"x(  f0 -> f1 [label="4x\n40 (40.0%)", penwidth=2.60];)x",
                                     R"x(  f1 -> f1 [label="3x", penwidth=1.00];)x",
                                     R"x(  f2 -> f0 [label="2x\n70 (70.0%)", penwidth=3.80];)x",
                                     R"x(  f2 -> f1 [label="1x\n20 (20.0%)", penwidth=1.80];)x"));
}

TEST(Dot, LeavesOutWhatIsBelowTheMinimum) {
    render::Options options;
    options.min = 50;
    const std::string graph = rendered(render::dot, with_calls(), options);
    EXPECT_EQ(lines_with(graph, "fillcolor").size(), 3u);
    EXPECT_EQ(lines_with(graph, "->").size(), 2u); // main to f, g to itself
    options.min = 65;
    EXPECT_EQ(lines_with(rendered(render::dot, with_calls(), options), "fillcolor").size(), 2u);
}

TEST(Dot, NeedsCalls) {
    try {
        rendered(render::dot, small_profile());
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.message(), "has no calls, which the format dot needs (valgrind "
                                   "--tool=cachegrind --calls=yes writes them)");
    }
}

// "title fill width" of each box.
std::vector<std::string> boxes(const std::string& picture) {
    static const std::regex box("<title>([^<]*)</title><rect x=\"[^\"]*\" y=\"[^\"]*\" "
                                "width=\"([^\"]*)\" height=\"21\" fill=\"([^\"]*)\"/>");
    std::vector<std::string> out;
    for (std::sregex_iterator at(picture.begin(), picture.end(), box), end; at != end; ++at)
        out.push_back((*at)[1].str() + " " + (*at)[3].str() + " " + (*at)[2].str());
    return out;
}

TEST(FlameGraph, BoxesArePathsOfCalls) {
    const std::string picture = rendered(render::svg, with_calls());
    EXPECT_THAT(boxes(picture),
                testing::ElementsAre("everything: 100 Ir, 100.0% #d5dae2 1176.00",
                                     "main (a.c), 1x: 100 Ir, 100.0% #f05428 1176.00",
                                     testing::StartsWith("f&quot;\\ (a.c), 2x: 70 Ir, 70.0% "),
                                     testing::StartsWith("g (a.c), 4x: 40 Ir, 40.0% "),
                                     testing::StartsWith("g (a.c), 1x: 20 Ir, 20.0% "),
                                     testing::StartsWith("g (a.c), 3x: 2 Ir, 2.0% ")));
    EXPECT_EQ(picture.find("not call stacks"), picture.npos);
}

TEST(FlameGraph, ADifferenceIsColouredByChange) {
    const auto drawn = boxes(rendered(render::svg, difference_with_calls()));
    // As wide as the larger of before and after: 50 of main, 30 of the new g, 20 of the one gone.
    EXPECT_THAT(drawn, testing::ElementsAre(testing::StartsWith("everything: +10 Ir, "),
                                            testing::StartsWith("main (a.c): +10 Ir, "),
                                            "f (a.c): +30 Ir, +42.9% #ea580c 352.80",
                                            "g (a.c), 1x: +30 Ir, +42.9% #ea580c 352.80",
                                            "g (a.c), -1x: -20 Ir, -28.6% #3b78f6 235.20"));
}

TEST(FlameGraph, ADeepTreeIsDrawnWithoutRecursion) {
    Profile profile = made_profile({"Ir"}, {{"a.c", "f", 1, {100000}}});
    CalledFunctions functions;
    const NameId name = functions.intern("f");
    const CalledNumber f = functions.insert(name, name, name);
    CallTreeBuilder tree(1);
    CallTree::Node node = CallTreeBuilder::root(PathStart::thread);
    for (int i = 0; i < 100000; ++i) {
        node = tree.child(node, f);
        tree.counts(node)[0] = 1;
    }
    profile.calls = Calls{std::move(functions), std::move(tree).finish()};
    EXPECT_EQ(boxes(rendered(render::svg, profile)).size(), 501u);
    render::Options options;
    options.depth = 3;
    EXPECT_EQ(boxes(rendered(render::svg, profile, options)).size(), 4u);
}

} // namespace
} // namespace cg
