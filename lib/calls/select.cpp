// SPDX-License-Identifier: GPL-2.0-or-later
#include "calls/select.hpp"

#include "calls/arc_costs.hpp"
#include "model/call_tree.hpp"
#include "model/count.hpp"

#include <utility>

namespace cg {
namespace {

CallArcs without_places(const Calls& calls) {
    const CallArcs placed = calls.arcs();
    CallArcs sums = placed.without_arcs();
    for (const auto& [arc, number, counts] : placed.rows())
        if (!is_root_number(arc.caller))
            sums.add_to_sum({arc.caller, calls.functions[arc.caller].file, 0, arc.callee}, number,
                            counts);
    return sums;
}

// Returns the arcs that end or begin at each function.
Grouped<std::size_t> grouped(const CallArcs& arcs, FunctionId CallArc::*end,
                             std::size_t functions) {
    return Grouped<std::size_t>(functions, [&](auto add) {
        for (std::size_t i = 0; i < arcs.size(); ++i)
            add(arcs[i].*end, i);
    });
}

CountRows of_tree(const CallTree& tree, std::size_t functions) {
    const CountRows below = tree.inclusive();
    CountRows sums(tree.event_count(), functions);
    OutermostNodes outermost(tree, functions);
    for (CallTree::Node node = 0; node < tree.size(); ++node)
        if (outermost.enter(node) == node && !tree.is_root(node))
            add_to(sums[tree.function(node)], below[node]);
    return sums;
}

} // namespace

CallsBetweenFunctions::CallsBetweenFunctions(const Calls& calls)
    : arcs_(without_places(calls)),
      to_(grouped(arcs_, &CallArc::callee, calls.functions.size())),
      from_(grouped(arcs_, &CallArc::caller, calls.functions.size())) {
}

CountRows inclusive_costs(const Calls& calls) {
    if (const CallTree* const tree = calls.tree())
        return of_tree(*tree, calls.functions.size());
    return inclusive_costs_of(std::get<CallArcs>(calls.tree_or_arcs), calls.functions.size());
}

std::vector<Count> numbers_of_calls(const Calls& calls) {
    std::vector<Count> numbers(calls.functions.size());
    const auto add = [&](FunctionId function, Count more) {
        numbers[function] = checked_add(numbers[function], more);
    };
    if (const CallTree* const tree = calls.tree()) {
        for (CallTree::Node node = 0; node < tree->size(); ++node)
            if (!tree->is_root(node))
                add(tree->function(node), tree->calls(node));
        return numbers;
    }
    for (const auto& [arc, more, counts] : std::get<CallArcs>(calls.tree_or_arcs).rows())
        add(arc.callee, more);
    return numbers;
}

namespace {

using Node = CallTree::Node;

// Makes a new tree from another. Each node of the other one has a place in the new tree, or none.
class CallTreeRewriter {
  public:
    explicit CallTreeRewriter(const Calls& calls)
        : calls_(calls), tree_(*calls.tree()), made_(tree_.event_count()), places_(tree_.size()) {}

    // One of these must be called for each node, in order.
    void leave_out(Node node) { places_[node] = CallTree::no_node; }
    void put_at(Node node, Node place) { places_[node] = place; }
    void put_below(Node node, Node place) {
        places_[node] = made_.child(place, tree_.function(node));
    }
    void keep(Node node) {
        if (tree_.is_root(node))
            put_at(node, root_of(node));
        else
            put_below(node, places_[tree_.parent(node)]);
    }
    Node place(Node node) const { return places_[node]; }
    Node root_of(Node root) const { return CallTreeBuilder::root(tree_.start(root)); }
    void add_calls(Node node) {
        Count& calls = made_.calls(places_[node]);
        calls = checked_add(calls, tree_.calls(node));
    }
    void add_own(Node node) { add_counts(node, tree_.counts(node)); }
    void add_counts(Node node, std::span<const Count> counts) {
        add_to(made_.counts(places_[node]), counts);
    }

    // Returns calls with only the functions that the new tree has: all of them, if there are rows
    // to keep.
    Calls finish(FunctionLines rows = {}) && {
        CalledFunctions functions = calls_.functions;
        std::vector<bool> is_used(functions.size());
        for (Node node = path_starts; node < made_.size(); ++node)
            is_used[made_.function(node)] = true;
        const std::vector<FunctionId> numbers = functions.sort_only(is_used);
        made_.renumber(numbers);
        rows.renumber(numbers);
        return {std::move(functions), std::move(made_).finish(), calls_.recursion, calls_.folded,
                std::move(rows)};
    }

  private:
    const Calls& calls_;
    const CallTree& tree_;
    CallTreeBuilder made_;
    std::vector<Node> places_;
};

// Removes the nodes for which is_joined(node) is true: adds their own cost to their callers, which
// then call their callees. Calls it in the order of the nodes, for all but the roots.
template <typename IsJoined>
Calls joined_to_callers(const Calls& calls, const IsJoined& is_joined) {
    const CallTree& tree = *calls.tree();
    CallTreeRewriter rewriter(calls);
    for (Node node = 0; node < tree.size(); ++node) {
        if (!tree.is_root(node) && is_joined(node)) {
            rewriter.put_at(node, rewriter.place(tree.parent(node)));
        } else {
            rewriter.keep(node);
            rewriter.add_calls(node);
        }
        rewriter.add_own(node);
    }
    return std::move(rewriter).finish();
}

// Calls put(rewriter, node) for each node, to place it or leave it out, in order. Adds the calls
// and the own cost of those with a place.
template <typename Put>
Calls rewritten(const Calls& calls, const Put& put, const FunctionLines& rows = {}) {
    CallTreeRewriter rewriter(calls);
    for (Node node = 0; node < calls.tree()->size(); ++node) {
        put(rewriter, node);
        if (rewriter.place(node) == CallTree::no_node)
            continue;
        rewriter.add_calls(node);
        rewriter.add_own(node);
    }
    return std::move(rewriter).finish(rows);
}

} // namespace

Calls below(const Calls& calls, const IsSelected& is_selected) {
    const CallTree& tree = *calls.tree();
    Node root = 0;
    return rewritten(calls, [&](CallTreeRewriter& rewriter, Node node) {
        const bool is_root = tree.is_root(node);
        if (is_root)
            root = node;
        if (!is_root && rewriter.place(tree.parent(node)) != CallTree::no_node)
            rewriter.keep(node);
        else if (!is_root && is_selected(tree.function(node)))
            rewriter.put_below(node, rewriter.root_of(root));
        else
            rewriter.leave_out(node);
    });
}

Calls above(const Calls& calls, const IsSelected& is_selected) {
    const CallTree& tree = *calls.tree();
    const CountRows inclusive = tree.inclusive();
    enum class Part : std::uint8_t { other, caller, end, below };
    std::vector<Part> parts(tree.size(), Part::other);
    for (Node node = 0; node < tree.size(); ++node) {
        if (tree.is_root(node))
            continue;
        const Part parent = parts[tree.parent(node)];
        if (parent == Part::end || parent == Part::below)
            parts[node] = Part::below;
        else if (is_selected(tree.function(node)))
            parts[node] = Part::end;
    }
    for (Node node = static_cast<Node>(tree.size()); node-- > 0;)
        if ((parts[node] == Part::end || parts[node] == Part::caller) && !tree.is_root(node))
            parts[tree.parent(node)] = Part::caller;
    CallTreeRewriter rewriter(calls);
    for (Node node = 0; node < tree.size(); ++node) {
        if (parts[node] != Part::end && parts[node] != Part::caller) {
            rewriter.leave_out(node);
            continue;
        }
        rewriter.keep(node);
        rewriter.add_calls(node);
        if (parts[node] == Part::end)
            rewriter.add_counts(node, inclusive[node]);
    }
    return std::move(rewriter).finish();
}

Calls skip(const Calls& calls, const IsSelected& is_selected) {
    const CallTree& tree = *calls.tree();
    return joined_to_callers(calls, [&](Node node) { return is_selected(tree.function(node)); });
}

Calls detach(const Calls& calls, const IsSelected& is_selected) {
    const CallTree& tree = *calls.tree();
    Node root = 0;
    return rewritten(calls, [&](CallTreeRewriter& rewriter, Node node) {
        if (tree.is_root(node))
            root = node;
        if (!tree.is_root(node) && is_selected(tree.function(node)))
            rewriter.put_below(node, rewriter.root_of(root));
        else
            rewriter.keep(node);
    });
}

Calls fold_recursion(const Calls& calls) {
    OutermostNodes outermost(*calls.tree(), calls.functions.size());
    const auto put = [&](CallTreeRewriter& rewriter, Node node) {
        if (const Node first = outermost.enter(node); first != node)
            rewriter.put_at(node, rewriter.place(first));
        else
            rewriter.keep(node);
    };
    return rewritten(calls, put, calls.lines);
}

Calls prune(const Calls& calls, std::size_t column, std::uint64_t min_cost) {
    const CallTree& tree = *calls.tree();
    const CountRows inclusive = tree.inclusive();
    std::vector<bool> is_pruned(tree.size());
    return joined_to_callers(calls, [&](Node node) {
        return is_pruned[node] =
                   is_pruned[tree.parent(node)] || magnitude(inclusive[node][column]) < min_cost;
    });
}

Calls callers_first(const Calls& calls, std::size_t max_depth) {
    const CallTree& tree = *calls.tree();
    CallTreeBuilder made(tree.event_count());
    Node root = 0;
    for (Node node = 0; node < tree.size(); ++node) {
        if (tree.is_root(node))
            root = CallTreeBuilder::root(tree.start(node));
        Node place = root;
        std::size_t depth = 0;
        for (Node at = node; !tree.is_root(at) && depth < max_depth;
             at = tree.parent(at), ++depth) {
            place = made.child(place, tree.function(at));
            made.calls(place) = checked_add(made.calls(place), tree.calls(node));
        }
        add_to(made.counts(place), tree.counts(node));
    }
    return {calls.functions, std::move(made).finish(), calls.recursion, calls.folded};
}

} // namespace cg
