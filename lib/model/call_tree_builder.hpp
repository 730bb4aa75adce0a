// SPDX-License-Identifier: GPL-2.0-or-later
// Builds a CallTree from paths in any order; equal paths are one node.
#pragma once

#include "model/call_tree.hpp"
#include "model/flat_index.hpp"

#include <optional>
#include <span>

namespace cg {

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
