// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/output/call_arcs.hpp"

#include "vg/core/sort.hpp"

namespace cg::vg {

CallArc* CallArcs::arc(size_t caller, size_t callee) {
    CallArc* const found = table_.find(CallArc::hash_of(caller, callee), [=](const CallArc& a) {
        return a.caller == caller && a.callee == callee;
    });
    if (found != nullptr)
        return found;
    auto* const made =
        static_cast<CallArc*>(allocate(sizeof(CallArc) + events.count * sizeof(ULong)));
    if (made == nullptr)
        return nullptr;
    made->caller = caller;
    made->callee = callee;
    List& list = by_caller_[caller];
    (list.last == nullptr ? list.first : list.last->next) = made;
    list.last = made;
    table_.add(made);
    return made;
}

// Keeps the arc, the function and the inclusive counts of each node on the current path.
bool CallArcs::walk(Root which, const CallFunctions& functions) {
    struct Level {
        size_t function;
        CallArc* arc;
    };
    Node* const top = root(which);
    Array<Level> levels;
    Array<ULong> inclusive; // events.count counts for each level
    const auto add_level = [&] {
        bool has_room = levels.append({});
        for (unsigned i = 0; i < events.count; ++i)
            has_room = has_room && inclusive.append(0);
        return has_room;
    };
    const auto index_of = [&](const Node* node) {
        return functions.index_of(node->callee->number);
    };
    const auto enter = [&](const Node& node, SizeT depth) {
        if (depth == levels.size() && !add_level())
            return false;
        Level& l = levels[depth];
        l.function = depth == 0 ? functions.index_of(which) : index_of(&node);
        l.arc = nullptr;
        for (unsigned i = 0; i < events.count; ++i) {
            inclusive[depth * events.count + i] = node.counts[i];
            own_[l.function * events.count + i] += node.counts[i];
        }
        ++active_[l.function];
        if (depth == 0)
            return true;
        l.arc = arc(levels[depth - 1].function, l.function);
        if (l.arc == nullptr)
            return false;
        l.arc->calls += node.calls;
        return true;
    };
    const auto leave = [&](SizeT depth) {
        const Level& l = levels[depth];
        const ULong* const counts = inclusive.data() + depth * events.count;
        const bool is_outermost = --active_[l.function] == 0 && depth != 0;
        for (unsigned i = 0; i < events.count; ++i) {
            if (is_outermost)
                l.arc->inclusive[i] += counts[i];
            if (depth != 0)
                inclusive[(depth - 1) * events.count + i] += counts[i];
        }
    };
    SizeT depth = 0;
    for (Node* n = top; n != nullptr;) {
        if (!enter(*n, depth))
            return false;
        n->first_child =
            sorted_list<&Node::next>(n->first_child, [&](const Node* left, const Node* right) {
                return index_of(left) < index_of(right);
            });
        const SizeT before = depth;
        n = next_in_preorder(n, top, depth);
        const SizeT last_left = n == nullptr ? 0 : depth;
        for (SizeT d = before + 1; d > last_left; --d)
            leave(d - 1);
    }
    return true;
}

bool CallArcs::gather(const CallFunctions& functions) {
    if (!by_caller_.reserve(functions.count()) || !own_.reserve(functions.count() * events.count) ||
        !active_.reserve(functions.count()))
        return false;
    for (unsigned i = 0; i < root_count; ++i) {
        if (!walk(static_cast<Root>(i), functions))
            return false;
    }
    return true;
}

} // namespace cg::vg
