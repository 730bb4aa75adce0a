// SPDX-License-Identifier: GPL-2.0-or-later
#include "error/error.hpp"

#include "made_call_profiles.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cg {
namespace {

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
    const std::string graph = rendered(render::dot, small_call_profile());
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
    const std::string graph = rendered(render::dot, small_call_profile(), options);
    EXPECT_EQ(lines_with(graph, "fillcolor").size(), 3u);
    // main to f, g to itself, and the heaviest to g: 40.
    EXPECT_THAT(lines_with(graph, "->"),
                testing::ElementsAre(testing::HasSubstr("f0 -> f1"), testing::HasSubstr("f1 -> f1"),
                                     testing::HasSubstr("f2 -> f0")));
    options.min = 65;
    EXPECT_EQ(lines_with(rendered(render::dot, small_call_profile(), options), "fillcolor").size(),
              2u);
}

TEST(Dot, LeavesOutBoxesWithoutArrows) {
    // Only main is large enough, and so is nothing that it calls: it is all that can be shown.
    render::Options options;
    options.min = 90;
    const std::string alone = rendered(render::dot, small_call_profile(), options);
    EXPECT_EQ(lines_with(alone, "fillcolor").size(), 1u);
    EXPECT_EQ(lines_with(alone, "->").size(), 0u);
    // A thread that calls nothing has no arrow.
    const std::string graph = rendered(
        render::dot,
        profile_of_calls({"Ir"},
                         {{{"main"}, 1, {10}}, {{"main", "f"}, 1, {60}}, {{"worker"}, 1, {30}}}));
    EXPECT_THAT(
        lines_with(graph, "fillcolor"),
        testing::ElementsAre(testing::HasSubstr("\"f\\n"), testing::HasSubstr("\"main\\n")));
    EXPECT_EQ(lines_with(graph, "->").size(), 1u);
}

TEST(Dot, IsTitledByTheEventAlone) {
    const std::string graph = rendered(render::dot, small_call_profile());
    EXPECT_THAT(graph, testing::HasSubstr("label=\"Ir\"];"));
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

} // namespace
} // namespace cg
