// SPDX-License-Identifier: GPL-2.0-or-later
// The calling context tree: a node for each distinct path of calls.
//
//   node   parent   function   calls   counts
//   0               (thread)           11
//   1      0        main       1       20
//   2      1        f          3       9        main > f
//   3      2        g          3       6        main > f > g
//   4      1        g          1       2        main > g
//   5               (signal)           0
//
// Flat arrays in preorder: callers come before callees, and a subtree is a range. The tree of a
// compiler has a million nodes and may be as deep, so no code that walks a tree is recursive.
#pragma once

#include "model/containers.hpp"
#include "model/count_rows.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace cg {

// An index into the functions of a Calls.
using FunctionId = std::uint32_t;

// The beginning of a path. The roots' own counts belong to code outside functions.
enum class PathStart : std::uint8_t {
    thread,  // the program or a thread
    signal,  // a signal handler
    missing, // unknown callers
};
inline constexpr std::size_t path_starts = 3;

// Stands for a root where a function is expected: as a caller, or for the rows of code outside any
// function. Larger than the number of any function.
constexpr FunctionId root_number(PathStart start) {
    return 0xfffffffc + static_cast<FunctionId>(start);
}
constexpr bool is_root_number(FunctionId number) {
    return number >= root_number(PathStart::thread);
}
// Returns the index for an array by function, in which the roots follow the functions.
constexpr std::size_t index_of_owner(FunctionId number, std::size_t functions) {
    return is_root_number(number) ? functions + number - root_number(PathStart::thread) : number;
}

class CallTree {
  public:
    using Node = std::uint32_t;
    static constexpr Node no_node = 0xffffffff;

    explicit CallTree(std::size_t event_count) : counts_(event_count) {}
    // Not inline: they are much code, and each file that has a profile would have it.
    CallTree(const CallTree&);
    CallTree(CallTree&&) noexcept;
    CallTree& operator=(const CallTree&);
    CallTree& operator=(CallTree&&) noexcept;
    ~CallTree();

    std::size_t event_count() const { return counts_.events(); }
    // Returns the number of nodes, including the roots; there is at most one of each kind.
    std::size_t size() const { return paths_.size(); }
    bool is_root(Node node) const { return paths_[node].parent == no_node; }
    PathStart start(Node root) const { return static_cast<PathStart>(paths_[root].function); }
    Node parent(Node node) const { return paths_[node].parent; }
    FunctionId function(Node node) const { return paths_[node].function; }
    Count calls(Node node) const { return calls_[node]; }
    Count& calls(Node node) { return calls_[node]; }
    // Own counts, without the callees.
    std::span<const Count> counts(Node node) const { return counts_[node]; }
    std::span<Count> counts(Node node) { return counts_[node]; }

    // Reserves memory for this many nodes.
    void reserve(std::size_t nodes) {
        paths_.reserve(nodes);
        calls_.reserve(nodes);
        counts_.reserve(nodes);
    }
    // Appends a node, with no calls and counts of 0. Throws std::length_error past 2^32 - 2.
    Node add_root(PathStart start) { return add(no_node, static_cast<FunctionId>(start)); }
    Node add(Node parent, FunctionId function);

    // Replaces the function number n by new_numbers[n].
    void renumber(std::span<const FunctionId> new_numbers);
    // Returns true if roots are in the order of PathStart, each followed by its subtree, and
    // siblings are distinct functions in ascending order. Canonical trees with the same paths are
    // equal.
    bool is_canonical() const;
    // Returns the sum of all nodes, a count for each event. Throws std::overflow_error.
    std::vector<Count> total() const { return counts_.total(); }
    // Returns the inclusive counts of each node. Throws std::overflow_error.
    CountRows inclusive() const;
    // Returns the same nodes with counts of other events: fill(new_counts, counts) gets zeros.
    template <typename Fill>
    CallTree with_events(std::size_t events, const Fill& fill) const {
        CallTree result(0);
        result.paths_ = paths_;
        result.calls_ = calls_;
        result.counts_ = CountRows(events, size());
        for (Node node = 0; node < size(); ++node)
            fill(result.counts(node), counts(node));
        return result;
    }

    // A node is known by its parent and its function.
    struct Path {
        Node parent;
        FunctionId function;
        bool operator==(const Path&) const = default;
        friend std::size_t hash_of(const Path& path) {
            return hash_of_pair(path.parent, path.function);
        }
    };

  private:
    GrowingArray<Path> paths_; // by node
    GrowingArray<Count> calls_;
    CountRows counts_;
};

// The path from a root to a node, while the nodes of a tree are visited in their order.
class NodePath {
  public:
    using Node = CallTree::Node;

    explicit NodePath(const CallTree& tree) : tree_(tree) {}

    // Makes the node the end of the path: the first one of the tree, or the one after the last.
    // Calls leave(node) for each node that the path loses, the last first.
    template <typename Leave>
    void enter(Node node, const Leave& leave) {
        for (; !nodes_.empty() && nodes_.back() != tree_.parent(node); nodes_.pop_back())
            leave(nodes_.back());
        nodes_.push_back(node);
    }
    std::span<const Node> nodes() const { return nodes_; }

  private:
    const CallTree& tree_;
    std::vector<Node> nodes_;
};

// Finds the outermost calls of functions, of which recursion has others below.
class OutermostNodes {
  public:
    using Node = CallTree::Node;

    OutermostNodes(const CallTree& tree, std::size_t functions)
        : tree_(tree), path_(tree), outermost_(functions) {}

    // To be called for each node of the tree, in their order. Returns the first node of the same
    // function on the node's path; the node itself if there is none, or if it is a root.
    Node enter(Node node) {
        path_.enter(node, [&](Node left) {
            if (!tree_.is_root(left) && of(left) == left)
                of(left) = none;
        });
        if (tree_.is_root(node))
            return node;
        if (of(node) == none)
            of(node) = node;
        return of(node);
    }

  private:
    static constexpr Node none = 0; // a root

    Node& of(Node node) { return outermost_[tree_.function(node)]; }

    const CallTree& tree_;
    NodePath path_;
    std::vector<Node> outermost_; // of each function on the path
};

// Returns the tree in canonical order; nothing if a path occurs twice. Needs no index of paths.
std::optional<CallTree> in_canonical_order(const CallTree& tree);

// Builds a CallTree from paths in any order; equal paths are one node.
class CallTreeBuilder {
  public:
    using Node = CallTree::Node;

    explicit CallTreeBuilder(std::size_t event_count);

    static Node root(PathStart start) { return static_cast<Node>(start); }
    Node parent(Node node) const { return tree_.parent(node); }
    FunctionId function(Node node) const { return tree_.function(node); }
    // Returns the node of this path; adds it if it is new.
    Node child(Node parent, FunctionId function);
    std::size_t size() const { return tree_.size(); }
    // The caller may add to these.
    Count& calls(Node node) { return tree_.calls(node); }
    std::span<Count> counts(Node node) { return tree_.counts(node); }

    // Finds or adds the path of each node of a tree, whose function f is function_of(f) here, and
    // calls take(node, its path's node here).
    template <typename FunctionOf, typename Take>
    void add_paths(const CallTree& tree, const FunctionOf& function_of, const Take& take) {
        index_.reserve(tree.size());
        std::vector<Node> places(tree.size());
        for (Node node = 0; node < tree.size(); ++node) {
            places[node] = tree.is_root(node)
                               ? root(tree.start(node))
                               : child(places[tree.parent(node)], function_of(tree.function(node)));
            take(node, places[node]);
        }
    }

    // Adds all nodes of a tree with the same columns, with calls and counts.
    void add(const CallTree& tree);

    // Replaces the function number n by new_numbers[n]; these are distinct. Only finish() may be
    // called afterwards.
    void renumber(std::span<const FunctionId> new_numbers) { tree_.renumber(new_numbers); }
    // Returns the tree in canonical order.
    CallTree finish() &&;

  private:
    CallTree tree_; // parents before children, roots first
    FlatIndex<CallTree::Path> index_;
};

} // namespace cg
