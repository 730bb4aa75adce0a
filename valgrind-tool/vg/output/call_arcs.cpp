// SPDX-License-Identifier: GPL-2.0-or-later
// The tree may be deep, so nothing here calls itself.
#include "vg/output/call_arcs.hpp"

#include "vg/core/arena.hpp"
#include "vg/core/sort.hpp"

namespace cg::vg {

Node* next_in_preorder(Node* node, const Node* root, SizeT& depth) {
    if (node->first_child != nullptr) {
        ++depth;
        return node->first_child;
    }
    while (node != root && node->next == nullptr) {
        node = node->parent;
        --depth;
    }
    return node == root ? nullptr : node->next;
}

SizeT depth_below(const Node* root) {
    SizeT deepest = 0, depth = 0;
    for (Node* n = const_cast<Node*>(root); n != nullptr; n = next_in_preorder(n, root, depth)) {
        if (depth > deepest)
            deepest = depth;
    }
    return deepest + 1;
}

namespace {

void sort_children(Node* node, const UInt* ranks) {
    node->first_child =
        sorted_list<&Node::next>(node->first_child, [ranks](const Node* left, const Node* right) {
            return ranks[left->callee->number] < ranks[right->callee->number];
        });
}

} // namespace

Arc* CallArcs::arc(const Callee* caller, const Callee* callee) {
    const UInt hash = (caller->number * 0x9e3779b1u) ^ (callee->number * 0x85ebca6bu);
    Arc** slot = &table_[(hash ^ hash >> 15) % buckets_];
    for (; *slot != nullptr; slot = slot == &table_[buckets_ - 1] ? table_ : slot + 1) {
        if ((*slot)->caller == caller && (*slot)->callee == callee)
            return *slot;
    }
    auto* const made = static_cast<Arc*>(allocate(sizeof(Arc) + events.count * sizeof(ULong)));
    if (made == nullptr)
        return nullptr;
    made->caller = caller;
    made->callee = callee;
    made->next = by_caller_[caller->number];
    by_caller_[caller->number] = made;
    *slot = made;
    return made;
}

// Keeps the arc and the inclusive counts of each node on the current path.
bool CallArcs::walk(Node* root, const UInt* ranks) {
    struct Level {
        Arc* arc;
        ULong inclusive[];
    };
    const SizeT level_bytes = sizeof(Level) + events.count * sizeof(ULong);
    const SizeT bytes = depth_below(root) * level_bytes;
    auto* const levels = static_cast<char*>(allocate(bytes));
    if (levels == nullptr)
        return false;
    const auto level = [&](SizeT depth) {
        return reinterpret_cast<Level*>(levels + depth * level_bytes);
    };
    const auto enter = [&](const Node& node, SizeT depth) {
        Level& l = *level(depth);
        l.arc = nullptr;
        for (unsigned i = 0; i < events.count; ++i)
            l.inclusive[i] = node.counts[i];
        if (node.callee == nullptr)
            return true;
        for (unsigned i = 0; i < events.count; ++i)
            own_[node.callee->number * events.count + i] += node.counts[i];
        if (node.parent->callee == nullptr)
            return true;
        l.arc = arc(node.parent->callee, node.callee);
        if (l.arc == nullptr)
            return false;
        l.arc->calls += node.calls;
        ++l.arc->active;
        return true;
    };
    const auto leave = [&](SizeT depth) {
        const Level& l = *level(depth);
        const bool outermost =
            l.arc != nullptr && --l.arc->active == 0 && l.arc->caller != l.arc->callee;
        for (unsigned i = 0; i < events.count; ++i) {
            if (outermost)
                l.arc->inclusive[i] += l.inclusive[i];
            if (depth != 0)
                level(depth - 1)->inclusive[i] += l.inclusive[i];
        }
    };
    SizeT depth = 0;
    for (Node* n = root; n != nullptr;) {
        if (!enter(*n, depth))
            return false;
        sort_children(n, ranks);
        const SizeT before = depth;
        n = next_in_preorder(n, root, depth);
        const SizeT last_left = n == nullptr ? 0 : depth;
        for (SizeT d = before + 1; d > last_left; --d)
            leave(d - 1);
        if (n == nullptr)
            break;
    }
    release(levels, bytes);
    return true;
}

bool CallArcs::gather(const UInt* ranks) {
    const SizeT callees = SizeT{callee_count()} + 1;
    by_caller_ = static_cast<Arc**>(allocate(callees * sizeof(Arc*)));
    own_ = static_cast<ULong*>(allocate(callees * events.count * sizeof(ULong)));
    // There are fewer arcs than nodes.
    buckets_ = 2 * tree_use().nodes + 1;
    table_ = static_cast<Arc**>(allocate(buckets_ * sizeof(Arc*)));
    if (by_caller_ == nullptr || own_ == nullptr || table_ == nullptr)
        return false;
    for (unsigned i = 0; i < root_count; ++i) {
        if (!walk(root(static_cast<Root>(i)), ranks))
            return false;
    }
    return true;
}

} // namespace cg::vg
