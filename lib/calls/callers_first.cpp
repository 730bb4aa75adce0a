// SPDX-License-Identifier: GPL-2.0-or-later
#include "calls/callers_first.hpp"

#include "model/call_tree.hpp"

namespace cg {

Calls callers_first(const Calls& calls, std::size_t max_depth) {
    const CallTree& tree = *calls.tree();
    CallTreeBuilder made(tree.event_count());
    CallTree::Node root = 0;
    for (CallTree::Node node = 0; node < tree.size(); ++node) {
        CallTree::Node place;
        if (tree.is_root(node)) {
            root = node;
            place = CallTreeBuilder::root(tree.start(root));
        } else {
            place = CallTreeBuilder::root(tree.start(root));
            std::size_t depth = 0;
            for (CallTree::Node at = node; !tree.is_root(at) && depth < max_depth;
                 at = tree.parent(at), ++depth) {
                place = made.child(place, tree.function(at));
                made.calls(place) = checked_add(made.calls(place), tree.calls(node));
            }
        }
        add_to(made.counts(place), tree.counts(node));
    }
    return {calls.functions, std::move(made).finish(), calls.recursion, calls.folded};
}

} // namespace cg
