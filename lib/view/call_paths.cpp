// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/call_paths.hpp"

#include "model/count.hpp"

#include <algorithm>
#include <numeric>

namespace cg {

CallPaths::CallPaths(const Calls& calls, std::size_t sort_event)
    : calls_(calls), tree_(*calls.tree()), inclusive_(tree_.inclusive()), total_(tree_.total()) {
    // The children of the first root have no parent. The roots of signals and missing callers are
    // paths with names of their own.
    const auto is_at_top = [&](Node node) {
        if (tree_.is_root(node))
            return tree_.start(node) != PathStart::thread &&
                   std::ranges::any_of(inclusive(node), [](Count count) { return count != 0; });
        return tree_.is_root(tree_.parent(node)) &&
               tree_.start(tree_.parent(node)) == PathStart::thread;
    };
    first_child_.assign(tree_.size() + 1, 0);
    for (Node node = 0; node < tree_.size(); ++node)
        if (!tree_.is_root(node) && !is_at_top(node))
            ++first_child_[tree_.parent(node) + 1];
    for (Node node = 0; node < tree_.size(); ++node)
        top_size_ += is_at_top(node);
    first_child_[0] = top_size_;
    std::partial_sum(first_child_.begin(), first_child_.end(), first_child_.begin());
    children_.resize(first_child_.back());
    std::vector<std::size_t> next(first_child_.begin(), first_child_.end() - 1);
    std::size_t next_top = 0;
    for (Node node = 0; node < tree_.size(); ++node) {
        if (is_at_top(node))
            children_[next_top++] = node;
        else if (!tree_.is_root(node))
            children_[next[tree_.parent(node)]++] = node;
    }
    const auto rank = [&](std::size_t begin, std::size_t end) {
        std::ranges::stable_sort(children_.begin() + static_cast<std::ptrdiff_t>(begin),
                                 children_.begin() + static_cast<std::ptrdiff_t>(end),
                                 std::greater<>(),
                                 [&](Node node) { return magnitude(inclusive(node)[sort_event]); });
    };
    rank(0, top_size_);
    for (Node node = 0; node < tree_.size(); ++node)
        rank(first_child_[node], first_child_[node + 1]);
}

std::string_view CallPaths::name(Node node) const {
    if (!tree_.is_root(node))
        return calls_.functions.name(tree_.function(node));
    switch (tree_.start(node)) {
    case PathStart::thread:
        return "(no function)";
    case PathStart::signal:
        return "(signal handlers)";
    case PathStart::missing:
        break;
    }
    return "(callers not known)";
}

std::string_view CallPaths::file(Node node) const {
    return tree_.is_root(node) ? unknown_name : calls_.functions.file(tree_.function(node));
}

} // namespace cg
