// SPDX-License-Identifier: GPL-2.0-or-later
// A profile as a tree: folders, in them files, in them functions; counts rolled up.
//
// These are paths of the source tree, not call stacks: cachegrind does not know who called.
#pragma once

#include "model/profile.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace cg {

class PathTree {
  public:
    enum class Kind { root, folder, file, function };
    struct Node {
        std::string name; // of a folder: its path below the parent, with slashes where folders
                          // that hold nothing but one folder were folded into one node
        Kind kind;
        std::size_t parent;                // of the root: itself
        std::vector<std::size_t> children; // the greatest first
        NameId function{};                 // of a function
    };

    // Children are ranked by the magnitude of this event. Throws std::overflow_error.
    PathTree(const Profile& profile, std::size_t sort_event);

    static constexpr std::size_t root = 0;
    std::size_t size() const { return nodes_.size(); } // with nodes that were folded away
    const Node& operator[](std::size_t node) const { return nodes_[node]; }
    std::span<const Count> counts(std::size_t node) const {
        return {counts_.data() + node * events_, events_};
    }

    // All nodes but the root, each before its children.
    std::vector<std::size_t> preorder() const;
    // The path of a folder or file.
    std::string path(std::size_t node) const;

  private:
    std::size_t add(std::size_t parent, std::string name, Kind kind);
    void roll_up();
    void fold_single_folders();

    std::size_t events_;
    std::vector<Node> nodes_; // a parent stands before its children
    std::vector<Count> counts_;
};

// The components of a path, "/" for the root of an absolute one, without ".".
std::vector<std::string_view> path_components(std::string_view path);

} // namespace cg
