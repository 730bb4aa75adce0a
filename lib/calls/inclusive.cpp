// SPDX-License-Identifier: GPL-2.0-or-later
#include "calls/inclusive.hpp"

namespace cg {
namespace {

std::vector<Count> of_tree(const CallTree& tree, std::size_t functions) {
    const std::size_t events = tree.event_count();
    const std::vector<Count> below = tree.inclusive();
    std::vector<Count> sums(functions * events);
    std::vector<std::size_t> on_path(functions);
    std::vector<CallTree::Node> path;
    for (CallTree::Node node = 0; node < tree.size(); ++node) {
        while (!path.empty() && path.back() != tree.parent(node)) {
            if (!tree.is_root(path.back()))
                --on_path[tree.function(path.back())];
            path.pop_back();
        }
        path.push_back(node);
        if (tree.is_root(node) || on_path[tree.function(node)]++ != 0)
            continue;
        add_to(std::span(sums).subspan(tree.function(node) * events, events),
               std::span(below).subspan(node * events, events));
    }
    return sums;
}

} // namespace

std::vector<Count> inclusive_costs(const Calls& calls) {
    if (const CallTree* const tree = calls.tree())
        return of_tree(*tree, calls.functions.size());
    return inclusive_costs_of(std::get<CallArcs>(calls.tree_or_arcs), calls.functions.size());
}

std::vector<Count> numbers_of_calls(const Calls& calls) {
    std::vector<Count> numbers(calls.functions.size());
    const auto add = [&](CalledNumber function, Count more) {
        numbers[function] = checked_add(numbers[function], more);
    };
    if (const CallTree* const tree = calls.tree()) {
        for (CallTree::Node node = 0; node < tree->size(); ++node)
            if (!tree->is_root(node))
                add(tree->function(node), tree->calls(node));
        return numbers;
    }
    const auto& arcs = std::get<CallArcs>(calls.tree_or_arcs);
    for (std::size_t i = 0; i < arcs.size(); ++i)
        add(arcs[i].callee, arcs.calls(i));
    return numbers;
}

} // namespace cg
