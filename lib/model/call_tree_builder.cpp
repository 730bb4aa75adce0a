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
    index_.reserve(tree.size());
    std::vector<Node> places(tree.size());
    for (Node node = 0; node < tree.size(); ++node) {
        const Node to = tree.is_root(node) ? root(tree.start(node))
                                           : child(places[tree.parent(node)], tree.function(node));
        places[node] = to;
        calls(to) = checked_add(calls(to), tree.calls(node));
        add_to(counts(to), tree.counts(node));
    }
}

// Counts the nodes of each function instead of comparing nodes, because there are many more nodes
// than functions.
std::vector<CallTreeBuilder::Node> CallTreeBuilder::by_function() const {
    std::vector<std::size_t> ends;
    for (Node node = path_starts; node < tree_.size(); ++node) {
        if (ends.size() < tree_.function(node) + std::size_t{2})
            ends.resize(tree_.function(node) + std::size_t{2});
        ++ends[tree_.function(node) + std::size_t{1}];
    }
    std::partial_sum(ends.begin(), ends.end(), ends.begin());
    std::vector<Node> nodes(tree_.size() - path_starts);
    for (Node node = path_starts; node < tree_.size(); ++node)
        nodes[ends[tree_.function(node)]++] = node;
    return nodes;
}

CallTree CallTreeBuilder::finish() && {
    // Links the children of each node in ascending order of their functions: inserts at the front
    // of the chain, the largest function first.
    const std::vector<Node> nodes = by_function();
    std::vector<Node> first_child(tree_.size(), CallTree::no_node);
    std::vector<Node> next(tree_.size(), CallTree::no_node);
    for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
        next[*node] = first_child[tree_.parent(*node)];
        first_child[tree_.parent(*node)] = *node;
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
            const Node to = ordered.add(level.node, tree_.function(from));
            take(from, to);
            path.push_back({to, first_child[from]});
        }
    }
    return ordered;
}

} // namespace cg
