// SPDX-License-Identifier: GPL-2.0-or-later
// Where a call leads in the calling context tree, and how recursion is folded there.
//
// A node stands for the calls whose functions on the stack are those on its path. If the called
// function is on the path already, the call is folded: its node, which has its calls and its cost,
// gets no children, but lends them from an ancestor of the same function. So recursion does not
// make the tree deeper. But the ancestor must have all functions that are on the path of the call
// on its own path, too, because what is called next is counted there. If it lacks one, the call is
// not folded. So the functions on the path of a node are always those on the stack, and the sum of
// the costs of all nodes below a function, counted once on each path, is its inclusive cost.
//
// Below the last function that was new on its path, only the caller and the called function are
// kept of a recursion that can't be folded. Functions that jump to each other in any order, as
// those of an interpreter, would else have a node for each order.
#pragma once

namespace cg::tree {

// A node has members `parent` (null: a root), `first_child`, `next` (the sibling), `callee` and:
//
//     Node* home;  // null: no node above has the same function; else the node whose children are
//                  // those of this node: itself or, if the call was folded, an ancestor
template <typename Node>
Node* home_of(Node* node) {
    return node->home == nullptr ? node : node->home;
}

// Sets `home` of a new node, by its parent and its function. A function may be on a path `limit`
// times before its calls are folded; 0: any number of times.
template <typename Node>
void find_home(Node* made, long long limit) {
    Node* nearest = nullptr; // of the same function
    bool lacks_none = true;  // are all functions between on the path of `nearest`?
    long long times = 0;
    for (Node* n = made->parent; n != nullptr; n = n->parent) {
        if (n->callee == made->callee) {
            if (nearest == nullptr)
                nearest = n;
            if (++times >= limit || !lacks_none)
                break;
        } else if (nearest == nullptr && n->home == nullptr) {
            lacks_none = false;
        }
    }
    const bool is_folded = limit != 0 && times >= limit && lacks_none;
    made->home = nearest == nullptr ? nullptr : is_folded ? nearest : made;
}

// Returns the node below which a recursion that can't be folded keeps only its caller and the
// called function: the last node on the path whose function is new there. Null if the call is no
// such recursion: fewer than two nodes are below that one, the called function is that node's or
// one's below, or it is fewer than `limit` times above.
template <typename Node, typename Callee>
Node* beginning_of_recursion(Node* node, const Callee* callee, long long limit) {
    constexpr unsigned most_below = 2;
    Node* beginning = node;
    unsigned below = 0;
    for (; beginning->home != nullptr && beginning->callee != callee; beginning = beginning->parent)
        ++below;
    if (limit == 0 || below < most_below || beginning->callee == callee)
        return nullptr;
    long long times = 0;
    for (const Node* n = beginning; n != nullptr; n = n->parent)
        times += n->callee == callee;
    return times >= limit ? beginning : nullptr;
}

template <typename Node>
void put_first(Node* home, Node* child) {
    child->next = home->first_child;
    home->first_child = child;
}

// Returns the node of the callee among the children of a node, and puts it first. Null: there is
// none.
struct FindInList {
    template <typename Node, typename Callee>
    Node* operator()(Node* home, Callee* callee) const {
        Node** link = &home->first_child;
        while (*link != nullptr && (*link)->callee != callee)
            link = &(*link)->next;
        Node* const child = *link;
        if (child != nullptr) {
            *link = child->next;
            put_first(home, child);
        }
        return child;
    }
};

template <typename Node, typename Callee, typename Make, typename Find>
Node* find_or_add(Node* home, Callee* callee, long long limit, const Make& make, const Find& find) {
    if (Node* const child = find(home, callee))
        return child;
    Node* const made = make(home, callee);
    if (made != nullptr) {
        find_home(made, limit);
        put_first(home, made);
    }
    return made;
}

// Finds or adds the node for calls from `caller` to `callee`. `make` allocates a node with this
// parent and callee, or returns null if it cannot. `find` is asked for the child of a node.
template <typename Node, typename Callee, typename Make, typename Find = FindInList>
Node* child_of(Node* caller, Callee* callee, long long limit, const Make& make,
               const Find& find = {}) {
    Node* home = home_of(caller);
    if (Node* const beginning = beginning_of_recursion(home, callee, limit)) {
        Node* const again = find_or_add(beginning, home->callee, limit, make, find);
        if (again == nullptr)
            return nullptr;
        home = home_of(again);
    }
    return find_or_add(home, callee, limit, make, find);
}

} // namespace cg::tree
