// SPDX-License-Identifier: GPL-2.0-or-later
// A profile as a tree with the sums of its counts: its paths of calls; or its source tree, whose
// paths are directory, file and function, and no call stacks.
#pragma once

#include "model/count_rows.hpp"
#include "model/fwd.hpp"
#include "model/grouped.hpp"
#include "view/profile_view.hpp"

#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cg {

class PathTree {
  public:
    using Node = std::uint32_t;
    // start: of paths of calls that do not begin as a thread does (PathStart). It is below the
    // root, which is the start of threads, and left out of the children if it costs nothing.
    enum class Kind : std::uint8_t { root, directory, file, function, start };

    // Children are ranked by the magnitude of this event. The profile or calls, which must have a
    // tree, outlive the object, which shows their names. Throw std::overflow_error.
    PathTree(const Profile& profile, std::size_t sort_event); // its source tree
    PathTree(const Calls& calls, std::size_t sort_event);     // nodes have the numbers of CallTree
    // Returns the tree of calls, or the source tree of a profile without one.
    static PathTree of(const ProfileView& view);
    PathTree(const PathTree&) = delete;
    PathTree& operator=(const PathTree&) = delete;

    static constexpr Node root = 0;
    bool is_of_calls() const { return calls_ != nullptr; }
    std::size_t size() const { return nodes_.size(); } // with nodes that were folded away
    // Parents have smaller numbers than their children; the root's parent is the root.
    Node parent(Node node) const { return nodes_[node].parent; }
    Kind kind(Node node) const { return nodes_[node].kind; }
    // Returns the number of a function in CalledFunctions, or in the functions of the table.
    std::uint32_t function(Node node) const { return nodes_[node].number; }
    // Returns a function's name, or the beginning of its paths for a start of calls. Of a
    // directory: its path below the parent, with slashes where directories that hold only one
    // directory were folded into one.
    std::string_view name(Node node) const;
    // Returns the children, the greatest first.
    std::span<const Node> children(Node node) const { return children_[node]; }
    // Returns the counts of a node with its children.
    std::span<const Count> counts(Node node) const { return counts_[node]; }
    // Returns the counts that are not the children's; empty if all are.
    std::span<const Count> own(Node node) const;
    // Return the number of calls, or 0 if it is not known; the file of a function that is called.
    Count calls(Node node) const;
    std::string_view file(Node node) const;

    // Returns all nodes in the order of the profile.
    auto nodes() const { return std::views::iota(root, static_cast<Node>(size())); }
    // Returns all nodes except the root, each before its children, the greatest first.
    std::vector<Node> preorder() const;
    // Returns the path of a directory or file, as paths are shown.
    std::string path(Node node) const;

  private:
    struct NodeRecord {
        Node parent;
        std::uint32_t number; // of a function; else of a label
        Kind kind;
    };

    void add_nodes(const Profile& profile);
    Node add(Node parent, std::string_view name, Kind kind);
    // Folds directories that hold only one directory. Returns, for each node, the directory that it
    // is now part of, or itself.
    std::vector<Node> fold_single_directories();
    void roll_up(const Profile& profile);
    // Children are the nodes for which is_child(node) is true.
    template <typename IsChild>
    void rank_children(std::size_t sort_event, IsChild is_child);

    // Flat arrays as in CostTable: a large program has half a million functions, and a million
    // paths of calls.
    const Profile* profile_ = nullptr; // either
    const Calls* calls_ = nullptr;
    std::vector<NodeRecord> nodes_;
    std::vector<std::string_view> labels_; // the names of all but functions
    CountRows counts_;
    Grouped<Node> children_;                             // of each node
    std::unordered_map<Node, std::string> folded_names_; // by node
};

// Calls write(node, stack) for the nodes. The stack is the text of its path: the texts of its
// nodes, frame_of(node), with a separator between them. The root is in no stack but its own.
template <typename Nodes, typename FrameOf, typename Write>
void for_each_stack(const PathTree& tree, const Nodes& nodes, char separator, FrameOf frame_of,
                    Write write) {
    struct Step {
        PathTree::Node node;
        std::size_t size; // of the stack up to here
    };
    std::string stack;
    std::vector<Step> path{{PathTree::root, 0}};
    std::vector<PathTree::Node> added; // to the path, the last one first
    for (const PathTree::Node node : nodes) {
        added.clear();
        for (PathTree::Node at = node; path.back().node != at;)
            if (path.back().node > at) { // and so is not above it
                path.pop_back();
            } else {
                added.push_back(at);
                at = tree.parent(at);
            }
        stack.resize(path.back().size);
        for (const PathTree::Node at : added | std::views::reverse) {
            if (!stack.empty())
                stack += separator;
            stack += frame_of(at);
            path.push_back({at, stack.size()});
        }
        if (node == PathTree::root)
            write(node, std::string_view(frame_of(node)));
        else
            write(node, std::string_view(stack));
    }
}

// Makes paths of source files readable: ./string/../sysdeps/memcpy.S, from a compiler that ran in
// ./string, becomes sysdeps/memcpy.S. Names in profiles do not change, because sources are found by
// them.
//
// Returns the components of a path, the first "/" if it is absolute. Removes ".", and each ".."
// with the component before it; ".." stays only at the beginning of a relative path.
std::vector<std::string_view> path_components(std::string_view path);

// Returns the components with slashes between them.
std::string display_path(std::string_view path);

// Returns the directory of a path: "src" of "src/a.c", "/" of "/a.c", "." of "a.c", "???" of "???".
std::string_view directory_of(std::string_view path);

// Returns true if `end` is the path, or its last components: "b/c.c" of "/a/b/c.c".
bool is_end_of_path(std::string_view path, std::string_view end);

} // namespace cg
