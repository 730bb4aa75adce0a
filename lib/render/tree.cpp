// SPDX-License-Identifier: GPL-2.0-or-later
// Directories, files and functions as a tree with the sums of their contents, without small parts.
#include "model/magnitude.hpp"
#include "render/branch_writer.hpp"
#include "render/call_tree.hpp"
#include "render/renderers.hpp"
#include "text/destination.hpp"
#include "text/number.hpp"
#include "view/path_tree.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace cg::render {
namespace {

class Branches {
  public:
    Branches(const ProfileView& view, const Options& options, Writer& out)
        : view_(view),
          options_(options),
          lines_(view, options, out),
          tree_(*view.profile, view.sorted().event) {}

    void write() {
        measure(PathTree::root, 0);
        lines_.write(count(PathTree::root), "", "total");
        write_children(PathTree::root, "", 0);
    }

  private:
    Count count(std::size_t node) const { return tree_.counts(node)[view_.sorted().event]; }

    // In a difference, changes of children may cancel out in the sum, so children are tested too.
    bool is_below_min(std::size_t node) const {
        if (count(node) != 0 &&
            magnitude(count(node)) >=
                magnitude_of_percentage(options_.min, view_.sorted().percent_base))
            return false;
        const auto children = tree_.children(node);
        return !view_.difference ||
               std::all_of(children.begin(), children.end(),
                           [&](std::size_t child) { return is_below_min(child); });
    }

    std::vector<std::size_t> kept_children(std::size_t node, std::size_t depth) const {
        std::vector<std::size_t> kept;
        if (depth < options_.depth)
            for (const std::size_t child : tree_.children(node))
                if (!is_below_min(child))
                    kept.push_back(child);
        return kept;
    }

    void measure(std::size_t node, std::size_t depth) {
        lines_.widen(count(node));
        for (const std::size_t child : kept_children(node, depth))
            measure(child, depth + 1);
    }

    // Returns "2 directories, 1 file": the children of a node that are not in `kept`, which has the
    // same order.
    std::string left_out(std::size_t node, std::span<const std::size_t> kept) const {
        std::size_t directories = 0, files = 0, functions = 0;
        for (const std::size_t child : tree_.children(node)) {
            if (!kept.empty() && kept.front() == child) {
                kept = kept.subspan(1);
                continue;
            }
            const PathTree::Kind kind = tree_[child].kind;
            ++(kind == PathTree::Kind::directory ? directories
               : kind == PathTree::Kind::file    ? files
                                                 : functions);
        }
        std::string text;
        const auto append = [&](std::size_t number, const char* one, const char* more) {
            if (number > 0)
                text += fmt::format("{}{} {}", text.empty() ? "" : ", ",
                                    Number(static_cast<Count>(number)).text(),
                                    number == 1 ? one : more);
        };
        append(directories, "directory", "directories");
        append(files, "file", "files");
        append(functions, "function", "functions");
        return text;
    }

    void write_children(std::size_t node, const std::string& indent, std::size_t depth) {
        const std::vector<std::size_t> kept = kept_children(node, depth);
        const bool says_more = kept.size() < tree_.children(node).size() && depth < options_.depth;
        Count rest = count(node);
        for (std::size_t i = 0; i < kept.size(); ++i) {
            const bool last = i + 1 == kept.size() && !says_more;
            std::string name = text_for(Destination::page, tree_[kept[i]].name);
            const bool is_directory = tree_[kept[i]].kind == PathTree::Kind::directory;
            if (is_directory && !name.ends_with('/'))
                name += '/';
            rest = checked_subtract(rest, count(kept[i]));
            lines_.write(count(kept[i]), indent + (last ? "└─ " : "├─ "), name,
                         is_directory ? Cut::beginning : Cut::end);
            write_children(kept[i], indent + (last ? "   " : "│  "), depth + 1);
        }
        if (says_more && rest != 0)
            lines_.write(rest, indent + "└─ ", "(other: " + left_out(node, kept) + ")");
    }

    const ProfileView& view_;
    const Options& options_;
    BranchWriter lines_;
    PathTree tree_;
};

} // namespace

void tree(std::span<const ProfileView> views, const Options& options, Writer& out) {
    if (options.tree_of != TreeOf::paths)
        return call_tree(views[0], options, out);
    Branches(views[0], options, out).write();
}

} // namespace cg::render
