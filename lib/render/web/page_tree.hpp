// SPDX-License-Identifier: GPL-2.0-or-later
// Writes the tree of directories, files and functions in the data of the HTML report.
#pragma once

#include "render/web/page_tables.hpp"
#include "view/path_tree.hpp"

namespace cg::web {

class PageTree {
  public:
    PageTree(const ProfileView& view, const PageTables& tables)
        : view_(view), tables_(tables), tree_(*view.profile, view.sorted().event) {}

    // Writes "tree" (lib/render/web/data.js).
    void write(Writer& out) const;

  private:
    bool is_visible(std::size_t node) const;
    void write_children(Writer& out, std::size_t parent, std::size_t depth) const;
    void write_node(Writer& out, std::size_t node, std::size_t depth) const;

    const ProfileView& view_;
    const PageTables& tables_;
    PathTree tree_;
};

} // namespace cg::web
