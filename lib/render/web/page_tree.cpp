// SPDX-License-Identifier: GPL-2.0-or-later
#include "render/web/page_tree.hpp"

#include "model/magnitude.hpp"
#include "render/web/page_counts.hpp"
#include "text/json_text.hpp"

#include <algorithm>

namespace cg::web {

void PageTree::write(Writer& out) const {
    out << "[[0,\"root\",\"everything\",-1";
    write_counts(out, view_.profile->summary);
    out << ']';
    write_children(out, PathTree::root, 1);
    out << ']';
}

// Returns false for boxes that no screen shows, with less than a ten-thousandth of each event.
bool PageTree::is_visible(std::size_t node) const {
    constexpr double min_percent = 0.01;
    // Changes may cancel out in a directory of a difference.
    if (view_.difference && tree_[node].kind != PathTree::Kind::function)
        return true;
    return std::ranges::any_of(view_.columns, [&](const Column& column) {
        const std::uint64_t min = magnitude_of_percentage(min_percent, column.percent_base);
        const auto counts = tree_.counts(node);
        return magnitude(counts[column.event]) >= min ||
               (column.base && magnitude(counts[*column.base]) >= min);
    });
}

// The largest children of a visible node are never left out, however small they are.
constexpr std::size_t min_children = 10;

void PageTree::write_children(Writer& out, std::size_t parent, std::size_t depth) const {
    const auto children = tree_.children(parent);
    const std::size_t always = parent == PathTree::root || is_visible(parent) ? min_children : 0;
    std::vector<std::size_t> left_out;
    for (std::size_t i = 0; i < children.size(); ++i) {
        if (i >= always && !is_visible(children[i])) {
            left_out.push_back(children[i]);
            continue;
        }
        write_node(out, children[i], depth);
        write_children(out, children[i], depth + 1);
    }
    if (left_out.size() == 1) {
        write_node(out, left_out[0], depth);
        write_children(out, left_out[0], depth + 1);
    } else if (!left_out.empty()) {
        std::vector<Count> sum(view_.profile->header.events.size());
        for (const std::size_t node : left_out)
            add_to(sum, tree_.counts(node));
        out << ",\n[" << depth << ",\"smaller\",\"\"," << left_out.size();
        write_counts(out, sum);
        out << ']';
    }
}

void PageTree::write_node(Writer& out, std::size_t node, std::size_t depth) const {
    constexpr std::string_view kinds[] = {"root", "directory", "file", "function"};
    out << ",\n[" << depth << ",\"" << kinds[static_cast<std::size_t>(tree_[node].kind)] << "\",";
    const bool is_function = tree_[node].kind == PathTree::Kind::function;
    const std::optional<std::size_t> number =
        is_function ? tables_.function_number(tree_[node].function) : std::nullopt;
    // A name in the table is not repeated: names are most of a large page.
    write_json_string(out, number ? "" : tree_[node].name);
    out << ',';
    write_index(out, number);
    write_counts(out, tree_.counts(node));
    out << ']';
}

} // namespace cg::web
