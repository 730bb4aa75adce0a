// SPDX-License-Identifier: GPL-2.0-or-later
#include "../made_calls.hpp"
#include "../made_profiles.hpp"
#include "view/path_tree.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cg {
namespace {

using testing::ElementsAre;

TEST(Paths, ComeApart) {
    EXPECT_THAT(path_components("./libio/./libio/getc.c"), ElementsAre("libio", "libio", "getc.c"));
    EXPECT_THAT(path_components("/usr//x/../y"), ElementsAre("/", "usr", "y"));
    EXPECT_THAT(path_components("../../x/../../y"), ElementsAre("..", "..", "..", "y"));
    EXPECT_THAT(path_components("/../x"), ElementsAre("/", "x"));
    EXPECT_THAT(path_components(""), ElementsAre("."));
    EXPECT_THAT(path_components("."), ElementsAre("."));
}

TEST(Paths, AreShownWithoutDetours) {
    EXPECT_EQ(display_path("./string/../sysdeps/x86_64/memcpy.S"), "sysdeps/x86_64/memcpy.S");
    EXPECT_EQ(display_path("/a/./b//c.c"), "/a/b/c.c");
    EXPECT_EQ(display_path("/c.c"), "/c.c");
    EXPECT_EQ(display_path("../src/a.c"), "../src/a.c");
    EXPECT_EQ(display_path("a/..b/...c"), "a/..b/...c");
    EXPECT_EQ(display_path("???"), "???");
    EXPECT_EQ(display_path(""), "");
}

TEST(Paths, HaveADirectory) {
    EXPECT_EQ(directory_of("src/x/a.c"), "src/x");
    EXPECT_EQ(directory_of("/a.c"), "/");
    EXPECT_EQ(directory_of("a.c"), ".");
    EXPECT_EQ(directory_of("???"), "???");
}

TEST(Paths, EndInTheirLastComponents) {
    EXPECT_TRUE(is_end_of_path("/a/b/c.c", "c.c"));
    EXPECT_TRUE(is_end_of_path("/a/b/c.c", "b/c.c"));
    EXPECT_TRUE(is_end_of_path("c.c", "c.c"));
    EXPECT_FALSE(is_end_of_path("/a/b/c.c", ".c"));
    EXPECT_FALSE(is_end_of_path("c.c", "b/c.c"));
}

using testing::ElementsAre;

// "path name=count" in preorder, indented by depth.
std::vector<std::string> drawn(const PathTree& tree) {
    std::vector<std::string> out;
    for (const PathTree::Node node : tree.preorder()) {
        std::string indent;
        for (PathTree::Node n = tree.parent(node); n != PathTree::root; n = tree.parent(n))
            indent += ' ';
        out.push_back(indent.append(tree.name(node)) + ": " + std::to_string(tree.counts(node)[0]));
    }
    return out;
}

TEST(PathTree, RollsUpAndRanks) {
    const Profile profile = small_profile();
    const PathTree tree(profile, 0);
    EXPECT_EQ(tree.counts(PathTree::root)[0], 177);
    EXPECT_THAT(drawn(tree), ElementsAre("src: 132", " a.c: 130", "  helper: 100", "  main: 30",
                                         " b.c: 2", "  <unspecified>: 2", "???: 40", " ???: 40",
                                         "/usr/include: 5", " in.h: 5", "  main: 5"));
}

TEST(PathTree, KnowsThePathOfANode) {
    const Profile profile =
        make_profile({"Ir"}, {{"/a/./b//c.c", "f", 1, {1}}, {"/x", "g", 1, {1}}});
    const PathTree tree(profile, 0);
    EXPECT_THAT(drawn(tree),
                ElementsAre("/: 2", " a/b: 1", "  c.c: 1", "   f: 1", " x: 1", "  g: 1"));
    EXPECT_EQ(tree.path(tree.preorder()[2]), "/a/b/c.c");
}

TEST(PathTree, FoldsDirectoriesThatHoldNothingElse) {
    // x/y holds a directory and a file, so only the directories below and above it are joined.
    const Profile profile =
        make_profile({"Ir"}, {{"w/x/y/p/q/c", "f", 1, {4}}, {"w/x/y/d", "g", 1, {1}}});
    const PathTree tree(profile, 0);
    EXPECT_THAT(drawn(tree),
                ElementsAre("w/x/y: 5", " p/q: 4", "  c: 4", "   f: 4", " d: 1", "  g: 1"));
}

// Each directory is added to the name once, not each name copied to the next.
TEST(PathTree, FoldsAVeryDeepPath) {
    std::string path;
    for (int depth = 0; depth < 200000; ++depth)
        path += "a/";
    const Profile profile = make_profile({"Ir"}, {{path + "x.c", "f", 1, {4}}});
    const PathTree tree(profile, 0);
    const auto order = tree.preorder();
    ASSERT_EQ(order.size(), 3u);
    EXPECT_TRUE(tree.path(order[1]) == path + "x.c");
}

TEST(PathTree, RanksByMagnitudeThenAsFirstSeen) {
    const Profile profile = make_profile(
        {"Ir"}, {{"a", "f", 1, {1}}, {"b", "f", 1, {-3}}, {"c", "f", 1, {1}}, {"b", "e", 1, {-3}}});
    const PathTree tree(profile, 0);
    EXPECT_THAT(drawn(tree),
                ElementsAre("b: -6", " f: -3", " e: -3", "a: 1", " f: 1", "c: 1", " f: 1"));
}

TEST(PathTree, MeetsFilesByTheirShownPath) {
    const Profile profile = make_profile({"Ir"}, {{"./a/../bits/x.h", "f", 1, {1}},
                                                  {"./a/./a/y.c", "g", 1, {2}},
                                                  {"./b/../bits/x.h", "h", 1, {4}},
                                                  {"bits", "i", 1, {1}}});
    const PathTree tree(profile, 0);
    EXPECT_THAT(drawn(tree), ElementsAre("bits: 5", " x.h: 5", "  h: 4", "  f: 1", "a/a: 2",
                                         " y.c: 2", "  g: 2", "bits: 1", " i: 1"));
}

TEST(PathTree, OfCallsHasTheirInclusiveCost) {
    const Calls calls =
        make_calls(1, {{{"main"}, 1, {10}}, {{"main", "f"}, 2, {30}}, {{"main", "g"}, 1, {40}}});
    const PathTree tree(calls, 0);
    EXPECT_EQ(tree.counts(PathTree::root)[0], 80);
    EXPECT_THAT(drawn(tree), ElementsAre("main: 80", " g: 40", " f: 30"));
    EXPECT_EQ(tree.own(tree.preorder()[0])[0], 10);
    EXPECT_EQ(tree.calls(tree.preorder()[2]), 2);
}

// Files that are shown alike are one, but their functions are not adjacent.
TEST(PathTree, HasAStackForEachNodeInAnyOrder) {
    const Profile profile = make_profile(
        {"Ir"}, {{"a/x.h", "f", 1, {1}}, {"a/y.c", "g", 1, {2}}, {"./a/x.h", "h", 1, {4}}});
    const PathTree tree(profile, 0);
    std::vector<std::string> stacks;
    for_each_stack(
        tree, tree.nodes(), ';', [&](PathTree::Node node) { return tree.name(node); },
        [&](PathTree::Node, std::string_view stack) { stacks.emplace_back(stack); });
    EXPECT_THAT(stacks, ElementsAre("", "a", "a;x.h", "a;x.h;f", "a;y.c", "a;y.c;g", "a;x.h;h"));
}

} // namespace
} // namespace cg
