// SPDX-License-Identifier: GPL-2.0-or-later
// A tree of calls with inclusive counts and sorted children.
#pragma once

#include "model/calls.hpp"
#include "model/count_rows.hpp"
#include "model/grouped.hpp"

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
    std::span<const Count> inclusive(Node node) const { return inclusive_[node]; }
    // Returns the sum of all roots.
    std::span<const Count> total() const { return total_; }
    // Returns the children of a node. The first node, the root of threads, stands for everything:
    // the other roots are its children.
    std::span<const Node> children(Node node) const { return children_[node]; }
    // Returns the function's name; for a root, the beginning of its paths.
    std::string_view name(Node node) const;
    std::string_view file(Node node) const;

  private:
    const Calls& calls_;
    const CallTree& tree_;
    CountRows inclusive_;
    std::vector<Count> total_;
    Grouped<Node> children_; // of each node
};

// Calls write(node, stack) for each node, callers first. The stack is the text of its path:
// the texts of its frames, frame_of(node), with a separator between them. The root of threads is in
// no stack but its own; the other roots are.
template <typename FrameOf, typename Write>
void for_each_stack(const CallTree& tree, char separator, FrameOf frame_of, Write write) {
    struct Step {
        CallTree::Node node;
        std::size_t size; // of the stack up to here
    };
    std::string stack;
    std::vector<Step> path;
    for (CallTree::Node node = 0; node < tree.size(); ++node) {
        while (!path.empty() && path.back().node != tree.parent(node))
            path.pop_back();
        stack.resize(path.empty() ? 0 : path.back().size);
        if (!stack.empty())
            stack += separator;
        stack += frame_of(node);
        write(node, std::string_view(stack));
        path.push_back({node, node == 0 ? 0 : stack.size()});
    }
}

} // namespace cg
