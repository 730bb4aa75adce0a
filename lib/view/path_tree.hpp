// SPDX-License-Identifier: GPL-2.0-or-later
// A profile as a tree of directories, files and functions, with the sums of their counts.
//
// These are paths of the source tree, not call stacks, which are in CallPaths
// (view/call_paths.hpp).
#pragma once

#include "model/count_rows.hpp"
#include "model/fwd.hpp"
#include "model/grouped.hpp"
#include "model/names.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cg {

class PathTree {
  public:
    enum class Kind : std::uint8_t { root, directory, file, function };
    struct Node {
        std::string_view name; // of a directory: its path below the parent, with slashes where
                               // directories that hold only one directory were folded into one
        std::uint32_t parent;  // of the root: itself
        NameId function{};     // of a function
        Kind kind;
    };

    // Children are ranked by the magnitude of this event. The profile outlives the tree, which
    // shows its names. Throws std::overflow_error.
    PathTree(const Profile& profile, std::size_t sort_event);
    PathTree(const PathTree&) = delete;
    PathTree& operator=(const PathTree&) = delete;

    static constexpr std::size_t root = 0;
    std::size_t size() const { return nodes_.size(); } // with nodes that were folded away
    const Node& operator[](std::size_t node) const { return nodes_[node]; }
    std::span<const Count> counts(std::size_t node) const { return counts_[node]; }
    // Returns the children, the greatest first.
    std::span<const std::uint32_t> children(std::size_t node) const { return children_[node]; }

    // Returns all nodes except the root, each before its children.
    std::vector<std::size_t> preorder() const;
    // Returns the path of a directory or file, as paths are shown.
    std::string path(std::size_t node) const;

  private:
    void add_nodes(const Profile& profile);
    std::uint32_t add(std::size_t parent, std::string_view name, Kind kind);
    // Folds directories that hold only one directory. Returns, for each node, the directory that it
    // is now part of, or itself.
    std::vector<std::uint32_t> fold_single_directories();
    void roll_up(const Profile& profile);
    void rank_children(std::span<const std::uint32_t> became, std::size_t sort_event);

    // Flat arrays as in CostTable: a large program has half a million functions.
    std::vector<Node> nodes_; // parents before their children
    CountRows counts_;
    Grouped<std::uint32_t> children_;                             // of each node
    std::unordered_map<std::uint32_t, std::string> folded_names_; // by node
};

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
