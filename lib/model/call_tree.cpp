// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/call_tree.hpp"

#include "model/count.hpp"
#include "model/grouped.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <ranges>
#include <utility>

namespace cg {

CallTree::CallTree(const CallTree&) = default;
CallTree::CallTree(CallTree&&) noexcept = default;
CallTree& CallTree::operator=(const CallTree&) = default;
CallTree& CallTree::operator=(CallTree&&) noexcept = default;
CallTree::~CallTree() = default;

CallTree::Node CallTree::add(Node parent, FunctionId function) {
    if (size() >= no_node)
        throw std::length_error("too many nodes in a tree of calls");
    const auto node = static_cast<Node>(size());
    paths_.push_back({parent, function});
    calls_.push_back(0);
    counts_.append();
    return node;
}

void CallTree::renumber(std::span<const FunctionId> new_numbers) {
    for (Path& path : paths_)
        if (path.parent != no_node)
            path.function = new_numbers[path.function];
}

bool CallTree::is_canonical() const {
    NodePath path(*this);
    std::size_t roots = 0;
    for (Node node = 0; node < size(); ++node) {
        std::optional<Node> before; // the sibling before it
        path.enter(node, [&](Node left) { before = left; });
        if (is_root(node)) {
            if (paths_[node].function != roots++)
                return false;
            continue;
        }
        const bool is_below_parent = path.nodes().size() > 1;
        if (!is_below_parent || (before && function(*before) >= function(node)))
            return false;
    }
    return roots == path_starts;
}

CountRows CallTree::inclusive() const {
    CountRows sums = counts_;
    for (auto node = static_cast<Node>(size()); node-- > 0;)
        if (!is_root(node))
            add_to(sums[parent(node)], sums[node]);
    return sums;
}

CallTreeBuilder::CallTreeBuilder(std::size_t event_count) : tree_(event_count) {
    for (std::size_t i = 0; i < path_starts; ++i)
        tree_.add_root(static_cast<PathStart>(i));
}

CallTreeBuilder::Node CallTreeBuilder::child(Node parent, FunctionId function) {
    const auto found = index_.insert({parent, function}, tree_.size());
    return found.is_new ? tree_.add(parent, function) : found.number;
}

void CallTreeBuilder::add(const CallTree& tree) {
    add_paths(tree, std::identity(), [&](Node node, Node to) {
        calls(to) = checked_add(calls(to), tree.calls(node));
        add_to(counts(to), tree.counts(node));
    });
}

namespace {

// Returns all nodes but the roots, by their functions.
Grouped<CallTree::Node> by_function(const CallTree& tree) {
    std::size_t functions = 0;
    const auto for_each = [&](auto call) {
        for (CallTree::Node node = 0; node < tree.size(); ++node)
            if (!tree.is_root(node))
                call(tree.function(node), node);
    };
    for_each([&](std::size_t function, CallTree::Node) {
        functions = std::max(functions, function + 1);
    });
    return Grouped<CallTree::Node>(functions, for_each);
}

} // namespace

std::optional<CallTree> in_canonical_order(const CallTree& tree) {
    std::array<CallTree::Node, path_starts> roots;
    roots.fill(CallTree::no_node);
    for (CallTree::Node node = 0; node < tree.size(); ++node) {
        if (!tree.is_root(node))
            continue;
        CallTree::Node& root = roots[static_cast<std::size_t>(tree.start(node))];
        if (root != CallTree::no_node)
            return std::nullopt;
        root = node;
    }
    // Links the children of each node in ascending order of their functions: inserts at the front
    // of the chain, the largest function first.
    const Grouped<CallTree::Node> nodes = by_function(tree);
    std::vector<CallTree::Node> first_child(tree.size(), CallTree::no_node);
    std::vector<CallTree::Node> next(tree.size(), CallTree::no_node);
    for (const CallTree::Node node : nodes.items() | std::views::reverse) {
        CallTree::Node& first = first_child[tree.parent(node)];
        if (first != CallTree::no_node && tree.function(first) == tree.function(node))
            return std::nullopt;
        next[node] = std::exchange(first, node);
    }

    CallTree ordered(tree.event_count());
    ordered.reserve(tree.size());
    const auto take = [&](CallTree::Node from, CallTree::Node to) {
        ordered.calls(to) = tree.calls(from);
        std::ranges::copy(tree.counts(from), ordered.counts(to).begin());
    };
    struct Level {
        CallTree::Node node;       // in ordered
        CallTree::Node next_child; // in tree
    };
    std::vector<Level> path;
    for (std::size_t start = 0; start < path_starts; ++start) {
        const CallTree::Node root = ordered.add_root(static_cast<PathStart>(start));
        if (roots[start] == CallTree::no_node)
            continue;
        take(roots[start], root);
        path.push_back({root, first_child[roots[start]]});
        while (!path.empty()) {
            Level& level = path.back();
            if (level.next_child == CallTree::no_node) {
                path.pop_back();
                continue;
            }
            const CallTree::Node from = level.next_child;
            level.next_child = next[from];
            const CallTree::Node to = ordered.add(level.node, tree.function(from));
            take(from, to);
            path.push_back({to, first_child[from]});
        }
    }
    return ordered;
}

CallTree CallTreeBuilder::finish() && {
    return *in_canonical_order(tree_); // has each path once
}

} // namespace cg
