// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/call_paths.hpp"

#include "model/count.hpp"

#include <algorithm>
#include <functional>

namespace cg {

CallPaths::CallPaths(const Calls& calls, std::size_t sort_event)
    : calls_(calls), tree_(*calls.tree()), inclusive_(tree_.inclusive()), total_(tree_.total()) {
    // The other roots are among the children of the first one, as paths with names of their own.
    children_ = Grouped<Node>(tree_.size(), [&](auto add) {
        for (Node node = 1; node < tree_.size(); ++node)
            if (!tree_.is_root(node))
                add(tree_.parent(node), node);
            else if (!is_zero(inclusive(node)))
                add(0, node);
    });
    for (Node node = 0; node < tree_.size(); ++node)
        std::ranges::stable_sort(children_[node], std::greater(), [&](Node child) {
            return magnitude(inclusive(child)[sort_event]);
        });
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
