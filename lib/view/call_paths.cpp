// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/call_paths.hpp"

#include "model/count.hpp"

#include <algorithm>
#include <functional>

namespace cg {

CallPaths::CallPaths(const Calls& calls, std::size_t sort_event)
    : calls_(calls), tree_(*calls.tree()), inclusive_(tree_.inclusive()), total_(tree_.total()) {
    // The children of the first root have no parent. The roots of signals and missing callers are
    // paths with names of their own.
    const auto is_at_top = [&](Node node) {
        if (tree_.is_root(node))
            return tree_.start(node) != PathStart::thread && !is_zero(inclusive(node));
        return tree_.is_root(tree_.parent(node)) &&
               tree_.start(tree_.parent(node)) == PathStart::thread;
    };
    children_ = Grouped<Node>(tree_.size() + 1, [&](auto add) {
        for (Node node = 0; node < tree_.size(); ++node)
            if (is_at_top(node))
                add(0, node);
            else if (!tree_.is_root(node))
                add(tree_.parent(node) + std::size_t{1}, node);
    });
    for (std::size_t group = 0; group <= tree_.size(); ++group)
        std::ranges::stable_sort(children_[group], std::greater(),
                                 [&](Node node) { return magnitude(inclusive(node)[sort_event]); });
}

std::string_view CallPaths::name(Node node) const {
    if (!tree_.is_root(node))
        return calls_.functions.name(tree_.function(node));
    constexpr std::string_view roots[path_starts] = {"(no function)", "(signal handlers)",
                                                     "(callers not known)"};
    return roots[static_cast<std::size_t>(tree_.start(node))];
}

std::string_view CallPaths::file(Node node) const {
    return tree_.is_root(node) ? unknown_name : calls_.functions.file(tree_.function(node));
}

} // namespace cg
