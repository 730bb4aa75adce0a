// SPDX-License-Identifier: GPL-2.0-or-later
// A tree of calls with inclusive counts and sorted children.
#pragma once

#include "model/calls.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cg {

class CallPaths {
  public:
    using Node = CallTree::Node;

    // `calls` must have a tree and outlive the object. Sorts children by the magnitude of
    // `sort_event`, descending. Throws std::overflow_error.
    CallPaths(const Calls& calls, std::size_t sort_event);

    const CallTree& tree() const { return tree_; }
    std::span<const Count> inclusive(Node node) const {
        return {inclusive_.data() + node * tree_.event_count(), tree_.event_count()};
    }
    // Returns the sum of all roots.
    std::span<const Count> total() const { return total_; }
    // Return the children of all roots together (roots are not a level of the tree), or of a node.
    std::span<const Node> top() const { return {children_.data(), top_size_}; }
    std::span<const Node> children(Node node) const {
        return {children_.data() + first_child_[node], first_child_[node + 1] - first_child_[node]};
    }
    // Returns the function's name; for a root, the beginning of its paths.
    std::string_view name(Node node) const;
    std::string_view file(Node node) const;

  private:
    const Calls& calls_;
    const CallTree& tree_;
    std::vector<Count> inclusive_;
    std::vector<Count> total_;
    std::size_t top_size_ = 0;
    std::vector<Node> children_;
    std::vector<std::size_t> first_child_; // of each node, in children_; and one more
};

} // namespace cg
