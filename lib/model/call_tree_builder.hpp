// SPDX-License-Identifier: GPL-2.0-or-later
// Makes a CallTree of paths in any order, as operations bring them: the same path is one node.
#pragma once

#include "model/call_tree.hpp"
#include "model/flat_index.hpp"

#include <array>

namespace cg {

class CallTreeBuilder {
  public:
    using Node = CallTree::Node;

    explicit CallTreeBuilder(std::size_t event_count);

    static Node root(PathStart start) { return static_cast<Node>(start); }
    Node parent(Node node) const { return tree_.parent(node); }
    CalledNumber function(Node node) const { return tree_.function(node); }
    // The node of this path, made if it is new.
    Node child(Node parent, CalledNumber function);
    std::size_t size() const { return tree_.size(); }
    // To add to.
    Count& calls(Node node) { return tree_.calls(node); }
    std::span<Count> counts(Node node) { return tree_.counts(node); }

    // Adds all paths of a tree with the same columns; its calls and counts too.
    void add(const CallTree& tree);

    // Gives the functions that had 0, 1, ... these numbers, which are different ones. The last
    // thing to be done before finish().
    void renumber(std::span<const CalledNumber> new_numbers) { tree_.renumber(new_numbers); }
    // In canonical order.
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
