// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/call_tree.hpp"

#include <optional>

namespace cg {

CallTree::Node CallTree::add(Node parent, CalledNumber function) {
    if (size() >= no_node)
        throw std::length_error("too many nodes in a tree of calls");
    const auto node = static_cast<Node>(size());
    places_.push_back({parent, function});
    calls_.push_back(0);
    std::fill_n(counts_.extend(event_count_), event_count_, 0);
    return node;
}

void CallTree::renumber(std::span<const CalledNumber> new_numbers) {
    for (Place& place : places_)
        if (place.parent != no_node)
            place.function = new_numbers[place.function];
}

bool CallTree::is_canonical() const {
    std::vector<Node> path; // the last node of each level
    std::size_t roots = 0;
    for (Node node = 0; node < size(); ++node) {
        if (is_root(node)) {
            if (places_[node].function != roots++)
                return false;
            path.assign(1, node);
            continue;
        }
        std::optional<Node> before; // the sibling before it
        while (!path.empty() && path.back() != parent(node)) {
            before = path.back();
            path.pop_back();
        }
        if (path.empty() || (before && function(*before) >= function(node)))
            return false;
        path.push_back(node);
    }
    return roots == path_starts;
}

std::vector<Count> CallTree::inclusive() const {
    std::vector<Count> sums(counts_.begin(), counts_.end());
    const auto of = [&](Node node) {
        return std::span(sums).subspan(node * event_count_, event_count_);
    };
    for (std::size_t i = size(); i-- > 0;) {
        const auto node = static_cast<Node>(i);
        if (!is_root(node))
            add_to(of(parent(node)), of(node));
    }
    return sums;
}

} // namespace cg
