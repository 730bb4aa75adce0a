// SPDX-License-Identifier: GPL-2.0-or-later
// Folded stacks for flame graph tools: "main;parse;next count", a line for each path of calls with
// own cost. Without a call tree, lines are paths and not call stacks: "directory;file;function
// count".
//
// With a base (cg_diff --keep-base), lines have two counts, before and after, as tools for
// differential flame graphs read them.
#include "model/count.hpp"
#include "render/renderers.hpp"
#include "text/escaping.hpp"
#include "view/path_tree.hpp"

#include <algorithm>

namespace cg::render {
namespace {

// Returns a name without ';', which separates frames, and without control characters, which might
// end the line. Also replaces an empty name: readers would drop the frame, and with it a level.
std::string frame(std::string_view name) {
    if (name.empty())
        return "(no name)";
    std::string text = page_text(name);
    std::replace(text.begin(), text.end(), ';', ':');
    return text;
}

// Directories that were folded into one are frames of their own.
std::string frames(const PathTree& tree, PathTree::Node node) {
    if (tree.kind(node) != PathTree::Kind::directory)
        return frame(tree.name(node));
    std::string frames;
    for (const std::string_view component : path_components(tree.name(node)))
        frames += (frames.empty() ? "" : ";") + frame(component);
    return frames;
}

// Writes the line of a stack, unless its counts are 0 before and after.
// The base is 0 if the view has none.
void write_stack(const ProfileView& view, Count count, Count base, std::string_view stack,
                 Writer& out) {
    const Count after = checked_add(base, count);
    if (base == 0 && after == 0)
        return;
    require_positive(std::min(base, after), view, "folded");
    out << stack << ' ';
    if (view.sorted().base)
        out << base << ' ';
    out << after << '\n';
}

} // namespace

void folded(std::span<const ProfileView> views, const Options&, Writer& out) {
    const ProfileView& view = views[0];
    const Column& column = view.sorted();
    const PathTree tree = PathTree::of(view);
    for_each_stack(
        tree, tree.nodes(), ';', [&](PathTree::Node node) { return frames(tree, node); },
        [&](PathTree::Node node, std::string_view stack) {
            if (const auto own = tree.own(node); !own.empty())
                write_stack(view, own[column.event], column.base ? own[*column.base] : 0, stack,
                            out);
        });
}

} // namespace cg::render
