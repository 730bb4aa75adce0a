// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/call_tree_builder.hpp"

#include <algorithm>
#include <numeric>

namespace cg {

CallTreeBuilder::CallTreeBuilder(std::size_t event_count) : tree_(event_count) {
    for (std::size_t i = 0; i < path_starts; ++i)
        tree_.add_root(static_cast<PathStart>(i));
}

CallTreeBuilder::Node CallTreeBuilder::child(Node parent, CalledNumber function) {
    const auto found = index_.insert({parent, function}, tree_.size());
    return found.is_new ? tree_.add(parent, function) : found.number;
}

void CallTreeBuilder::add(const CallTree& tree) {
    std::vector<Node> places(tree.size());
    for (Node node = 0; node < tree.size(); ++node) {
        const Node to = tree.is_root(node) ? root(tree.start(node))
                                           : child(places[tree.parent(node)], tree.function(node));
        places[node] = to;
        calls(to) = checked_add(calls(to), tree.calls(node));
        add_to(counts(to), tree.counts(node));
    }
}

CallTree CallTreeBuilder::finish() && {
    const auto number = [&](Node node) { return tree_.function(node); };
    // Links the children of each node in ascending order of their functions: inserts at the front
    // of the chain, the largest function first.
    std::vector<Node> by_function(tree_.size() - path_starts);
    std::iota(by_function.begin(), by_function.end(), static_cast<Node>(path_starts));
    std::ranges::sort(by_function, std::ranges::greater(), number);
    std::vector<Node> first_child(tree_.size(), CallTree::no_node);
    std::vector<Node> next(tree_.size(), CallTree::no_node);
    for (const Node node : by_function) {
        next[node] = first_child[tree_.parent(node)];
        first_child[tree_.parent(node)] = node;
    }

    CallTree ordered(tree_.event_count());
    const auto take = [&](Node from, Node to) {
        ordered.calls(to) = tree_.calls(from);
        std::ranges::copy(tree_.counts(from), ordered.counts(to).begin());
    };
    struct Level {
        Node node;       // in ordered
        Node next_child; // in tree_
    };
    std::vector<Level> path;
    for (Node start = 0; start < path_starts; ++start) {
        const Node root = ordered.add_root(static_cast<PathStart>(start));
        take(start, root);
        path.push_back({root, first_child[start]});
        while (!path.empty()) {
            Level& level = path.back();
            if (level.next_child == CallTree::no_node) {
                path.pop_back();
                continue;
            }
            const Node from = level.next_child;
            level.next_child = next[from];
            const Node to = ordered.add(level.node, number(from));
            take(from, to);
            path.push_back({to, first_child[from]});
        }
    }
    return ordered;
}

} // namespace cg
