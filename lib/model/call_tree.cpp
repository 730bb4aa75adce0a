// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/call_tree.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <utility>

namespace cg {

CallTree::Node CallTree::add(Node parent, CalledNumber function) {
    if (size() >= no_node)
        throw std::length_error("too many nodes in a tree of calls");
    const auto node = static_cast<Node>(size());
    places_.push_back({parent, function});
    calls_.push_back(0);
    std::fill_n(counts_.extend(event_count_), event_count_, 0);
    return node;
}

void CallTree::renumber(std::span<const CalledNumber> new_numbers) {
    for (Place& place : places_)
        if (place.parent != no_node)
            place.function = new_numbers[place.function];
}

bool CallTree::is_canonical() const {
    std::vector<Node> path; // the last node of each level
    std::size_t roots = 0;
    for (Node node = 0; node < size(); ++node) {
        if (is_root(node)) {
            if (places_[node].function != roots++)
                return false;
            path.assign(1, node);
            continue;
        }
        std::optional<Node> before; // the sibling before it
        while (!path.empty() && path.back() != parent(node)) {
            before = path.back();
            path.pop_back();
        }
        if (path.empty() || (before && function(*before) >= function(node)))
            return false;
        path.push_back(node);
    }
    return roots == path_starts;
}

std::vector<Count> CallTree::inclusive() const {
    std::vector<Count> sums(counts_.begin(), counts_.end());
    const auto of = [&](Node node) {
        return std::span(sums).subspan(node * event_count_, event_count_);
    };
    for (std::size_t i = size(); i-- > 0;) {
        const auto node = static_cast<Node>(i);
        if (!is_root(node))
            add_to(of(parent(node)), of(node));
    }
    return sums;
}

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

namespace {

// Returns all nodes but the roots, in ascending order of their functions. Counts the nodes of each
// function instead of comparing nodes, because there are many more nodes than functions.
std::vector<CallTree::Node> by_function(const CallTree& tree) {
    std::vector<std::size_t> ends;
    for (CallTree::Node node = 0; node < tree.size(); ++node) {
        if (tree.is_root(node))
            continue;
        if (ends.size() < tree.function(node) + std::size_t{2})
            ends.resize(std::max(2 * ends.size(), tree.function(node) + std::size_t{2}));
        ++ends[tree.function(node) + std::size_t{1}];
    }
    std::partial_sum(ends.begin(), ends.end(), ends.begin());
    std::vector<CallTree::Node> nodes(ends.empty() ? 0 : ends.back());
    for (CallTree::Node node = 0; node < tree.size(); ++node)
        if (!tree.is_root(node))
            nodes[ends[tree.function(node)]++] = node;
    return nodes;
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
    const std::vector<CallTree::Node> nodes = by_function(tree);
    std::vector<CallTree::Node> first_child(tree.size(), CallTree::no_node);
    std::vector<CallTree::Node> next(tree.size(), CallTree::no_node);
    for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
        CallTree::Node& first = first_child[tree.parent(*node)];
        if (first != CallTree::no_node && tree.function(first) == tree.function(*node))
            return std::nullopt;
        next[*node] = std::exchange(first, *node);
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
