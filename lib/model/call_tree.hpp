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
#include "model/count.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace cg {

// An index into the functions of a Calls.
using CalledNumber = std::uint32_t;

// The beginning of a path. The roots' own counts are those of code outside functions.
enum class PathStart : std::uint8_t {
    thread,  // the program or a thread
    signal,  // a signal handler
    missing, // unknown callers
};
inline constexpr std::size_t path_starts = 3;

// Stands for a root where a function is expected: as a caller, or for the rows of code outside any
// function. Larger than the number of any function.
constexpr CalledNumber root_number(PathStart start) {
    return 0xfffffffc + static_cast<CalledNumber>(start);
}
constexpr bool is_root_number(CalledNumber number) {
    return number >= root_number(PathStart::thread);
}

class CallTree {
  public:
    using Node = std::uint32_t;
    static constexpr Node no_node = 0xffffffff;

    explicit CallTree(std::size_t event_count) : event_count_(event_count) {}

    std::size_t event_count() const { return event_count_; }
    // Returns the number of nodes, including the roots; there is at most one of each kind.
    std::size_t size() const { return places_.size(); }
    bool is_root(Node node) const { return places_[node].parent == no_node; }
    PathStart start(Node root) const { return static_cast<PathStart>(places_[root].function); }
    Node parent(Node node) const { return places_[node].parent; }
    CalledNumber function(Node node) const { return places_[node].function; }
    Count calls(Node node) const { return calls_[node]; }
    Count& calls(Node node) { return calls_[node]; }
    // Own counts, without those of callees.
    std::span<const Count> counts(Node node) const {
        return {counts_.data() + node * event_count_, event_count_};
    }
    std::span<Count> counts(Node node) {
        return {counts_.data() + node * event_count_, event_count_};
    }

    // Reserves memory for this many nodes.
    void reserve(std::size_t nodes) {
        places_.reserve(nodes);
        calls_.reserve(nodes);
        counts_.reserve(nodes * event_count_);
    }
    // Appends a node, with no calls and counts of 0. Throws std::length_error past 2^32 - 2.
    Node add_root(PathStart start) { return add(no_node, static_cast<CalledNumber>(start)); }
    Node add(Node parent, CalledNumber function);

    // Replaces the function number n by new_numbers[n].
    void renumber(std::span<const CalledNumber> new_numbers);
    // Returns true if roots are in the order of PathStart, each followed by its subtree, and
    // siblings are distinct functions in ascending order. Canonical trees with the same paths are
    // equal.
    bool is_canonical() const;
    // Returns the sum of all nodes, a count for each event. Throws std::overflow_error.
    std::vector<Count> total() const {
        return sum_of_rows({counts_.begin(), counts_.end()}, event_count_);
    }
    // Returns inclusive counts: node n and event e at n * event_count() + e. Throws
    // std::overflow_error.
    std::vector<Count> inclusive() const;

  private:
    struct Place {
        Node parent;
        CalledNumber function;
    };
    std::size_t event_count_;
    GrowingArray<Place> places_;
    GrowingArray<Count> calls_;
    GrowingArray<Count> counts_; // row-major
};

// Builds a CallTree from paths in any order; equal paths are one node.

// Returns the tree in canonical order; nothing if a path occurs twice. Needs no index of paths.
std::optional<CallTree> in_canonical_order(const CallTree& tree);

class CallTreeBuilder {
  public:
    using Node = CallTree::Node;

    explicit CallTreeBuilder(std::size_t event_count);

    static Node root(PathStart start) { return static_cast<Node>(start); }
    Node parent(Node node) const { return tree_.parent(node); }
    CalledNumber function(Node node) const { return tree_.function(node); }
    // Returns the node of this path; adds it if it is new.
    Node child(Node parent, CalledNumber function);
    std::size_t size() const { return tree_.size(); }
    // The caller may add to these.
    Count& calls(Node node) { return tree_.calls(node); }
    std::span<Count> counts(Node node) { return tree_.counts(node); }

    // Adds all nodes of a tree with the same columns, with calls and counts.
    void add(const CallTree& tree);

    // Replaces the function number n by new_numbers[n]; these are distinct. Only finish() may be
    // called afterwards.
    void renumber(std::span<const CalledNumber> new_numbers) { tree_.renumber(new_numbers); }
    // Returns the tree in canonical order.
    CallTree finish() &&;

  private:
    struct Path {
        Node parent;
        CalledNumber function;
        bool operator==(const Path&) const = default;
        friend std::size_t hash_of(const Path& path) {
            return hash_of_pair(path.parent, path.function);
        }
    };
    CallTree tree_; // parents before children, roots first
    FlatIndex<Path> index_;
};

} // namespace cg
