// SPDX-License-Identifier: GPL-2.0-or-later
#include "../made_calls.hpp"
#include "model/call_tree.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cg {
namespace {

TEST(CallTree, PathsInAnyOrderBecomeOneCanonicalTree) {
    const Calls calls = make_calls(1, {{{"main", "g"}, 1, {2}},
                                       {{"main"}, 1, {20}},
                                       {{"main", "f", "g"}, 3, {6}},
                                       {{"main", "f"}, 3, {9}},
                                       {{"main", "g"}, 1, {2}}});
    EXPECT_TRUE(calls.tree()->is_canonical());
    EXPECT_EQ(text_of_tree(calls), "main 1 20\nmain > f 3 9\nmain > f > g 3 6\nmain > g 2 4\n");
    EXPECT_EQ(calls.tree()->total(), std::vector<Count>{39});
    EXPECT_THAT(calls.tree()->inclusive().all(), testing::ElementsAre(39, 39, 15, 6, 4, 0, 0));
}

TEST(CallTree, KnowsWhatIsNotCanonical) {
    CallTree tree(0);
    const auto thread = tree.add_root(PathStart::thread);
    tree.add(thread, 1);
    EXPECT_FALSE(tree.is_canonical()); // roots are missing
    tree.add_root(PathStart::signal);
    tree.add_root(PathStart::missing);
    EXPECT_TRUE(tree.is_canonical());
    CallTree siblings(0);
    const auto root = siblings.add_root(PathStart::thread);
    siblings.add(root, 1);
    siblings.add(root, 1);
    siblings.add_root(PathStart::signal);
    siblings.add_root(PathStart::missing);
    EXPECT_FALSE(siblings.is_canonical());
}

TEST(CallTree, IsOrderedWithoutAnIndexUnlessAPathOccursTwice) {
    CallTree tree(1); // roots and siblings in another order, one root missing
    const auto signal = tree.add_root(PathStart::signal);
    tree.counts(tree.add(signal, 7))[0] = 1;
    const auto thread = tree.add_root(PathStart::thread);
    const auto second = tree.add(thread, 2);
    tree.counts(second)[0] = 2;
    tree.calls(second) = 20;
    tree.counts(tree.add(second, 9))[0] = 3;
    tree.counts(tree.add(second, 4))[0] = 4;
    tree.counts(tree.add(thread, 1))[0] = 5;
    const std::optional<CallTree> ordered = in_canonical_order(tree);
    ASSERT_TRUE(ordered);
    EXPECT_TRUE(ordered->is_canonical());
    CallTreeBuilder sum(1);
    sum.add(tree);
    const CallTree expected = std::move(sum).finish();
    ASSERT_EQ(ordered->size(), expected.size());
    for (CallTree::Node node = 0; node < expected.size(); ++node) {
        EXPECT_EQ(ordered->parent(node), expected.parent(node));
        EXPECT_EQ(ordered->function(node), expected.function(node));
        EXPECT_EQ(ordered->calls(node), expected.calls(node));
        EXPECT_EQ(ordered->counts(node)[0], expected.counts(node)[0]);
    }
    CallTree siblings = tree;
    siblings.add(thread, 2);
    EXPECT_FALSE(in_canonical_order(siblings));
    CallTree roots = tree;
    roots.add_root(PathStart::thread);
    EXPECT_FALSE(in_canonical_order(roots));
    EXPECT_TRUE(in_canonical_order(CallTree(2))->is_canonical());
}

TEST(CallTree, ADeepOneIsWalkedWithoutRecursion) {
    constexpr CallTree::Node depth = 1'000'000;
    CallTree tree(1);
    CallTree::Node node = tree.add_root(PathStart::thread);
    for (CallTree::Node i = 0; i < depth; ++i) {
        node = tree.add(node, 0);
        tree.counts(node)[0] = 1;
    }
    EXPECT_EQ(tree.inclusive()[0][0], depth);
    CallTreeBuilder copy(1);
    copy.add(tree);
    EXPECT_EQ(std::move(copy).finish().inclusive()[0][0], depth);
}

} // namespace
} // namespace cg
