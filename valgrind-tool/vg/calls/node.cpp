// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/calls/node.hpp"

#include "tree/calling_context.hpp"
#include "vg/calls/call_lines.hpp"
#include "vg/calls/entries.hpp"
#include "vg/calls/thread.hpp"
#include "vg/core/arena.hpp"
#include "vg/core/options.hpp"
#include "vg/core/replaced_functions.hpp"
#include "vg/count/counts.hpp"

namespace cg::vg {
namespace {

constinit Node* roots[root_count] = {};
constinit TreeUse use = {};

SizeT node_bytes() {
    const SizeT bytes = sizeof(Node) + events.count * sizeof(ULong);
    return (bytes + node_alignment - 1) & ~(node_alignment - 1);
}

constinit UWord lowest = 0; // the first address of the span that contains all nodes

bool is_in_span(const void* address) {
    constexpr UWord span = UWord{1} << (node_span_bits % (8 * sizeof(UWord)));
    const auto at = reinterpret_cast<UWord>(address);
    if (lowest == 0)
        lowest = at > span / 2 ? at - span / 2 : 1;
    return sizeof(UWord) == 4 || at - lowest < span;
}

constinit Node* released = nullptr; // linked by `next`
constinit Chunks chunks(SizeT{1} << 16, SizeT{1} << 20);

// Allocates memory for a node, which is zeroed. Null: out of memory, or the span is full.
Node* node_memory() {
    if (Node* const node = released) {
        released = node->next;
        VG_(memset)(node, 0, node_bytes());
        return node;
    }
    void* const block = chunks.take(node_bytes());
    return block == nullptr || !is_in_span(block) ? nullptr : static_cast<Node*>(block);
}

// A place that calls many functions, as that of an interpreter may, has a node with many children:
// these are in a table, too.
constexpr UInt many = 64;
struct Child {
    Node* node;
    Child* next_in_bucket;

    static UInt hash_of(const Node* parent, const Callee* callee) {
        return hash_of_address(reinterpret_cast<UWord>(parent) / node_alignment +
                               callee->number * UWord{2654435761u});
    }
    static UInt hash_of(const Child& child) {
        return hash_of(child.node->parent, child.node->callee);
    }
};
constinit HashTable<Child> many_children;

void add_to_table(Node* node) {
    auto* const child = allocate<Child>();
    child->node = node;
    many_children.add(child);
}

void add_all_to_table(const Node* parent) {
    for (Node* n = parent->first_child; n != nullptr; n = n->next)
        add_to_table(n);
}

// Counts a child that is not in the list yet.
void count_child(Node* parent, Node* child) {
    if (++parent->children == many)
        add_all_to_table(parent);
    if (parent->children >= many)
        add_to_table(child);
}

Node* find_child(Node* parent, Callee* callee) {
    if (parent->children < many)
        return tree::FindInList()(parent, callee);
    const Child* const found =
        many_children.find(Child::hash_of(parent, callee), [=](const Child& child) {
            return child.node->callee == callee && child.node->parent == parent;
        });
    return found == nullptr ? nullptr : found->node;
}

Node* make_node(Node* parent, Callee* callee) {
    Node* const made = node_memory();
    if (made == nullptr)
        return nullptr;
    made->parent = parent;
    made->callee = callee;
    ++use.nodes;
    if (callee != nullptr)
        ++callee->nodes;
    if (parent != nullptr)
        count_child(parent, made);
    return made;
}

// Releases a node that no other node refers to.
void release_node(Node* node) {
    node->next = released;
    released = node;
    --use.nodes;
    --node->callee->nodes;
    node->callee = nullptr;
    ++use.folded;
}

} // namespace

void start_tree() {
    for (Node*& r : roots) {
        r = make_node(nullptr, nullptr);
        if (r == nullptr)
            exit_without_memory();
    }
}

Node* root(Root which) {
    return roots[static_cast<unsigned>(which)];
}

Node* child_of(Node* caller, Callee* callee) {
    Node* const child =
        tree::child_of(caller, callee, options.calls_recursion, make_node, find_child);
    use.missing_nodes += child == nullptr;
    return child;
}

UWord span_begin() {
    return lowest;
}

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

TreeUse tree_use() {
    return use;
}

namespace {

// Returns the first node of the subtree in postorder.
Node* first_leaf(Node* node) {
    while (node->first_child != nullptr)
        node = node->first_child;
    return node;
}
Node* next_in_postorder(Node* node) {
    return node->next != nullptr ? first_leaf(node->next) : node->parent;
}

// Folds the children that have no children and fewer instructions than `least`.
void fold_children(Node& node, ULong least) {
    for (Node** link = &node.first_child; *link != nullptr;) {
        Node& child = **link;
        if (child.children != 0 || child.is_running || child.counts[EventSet::ir] >= least) {
            link = &child.next;
            continue;
        }
        *link = child.next;
        --node.children;
        add_counts(node.counts, child.counts);
        release_node(&child);
    }
}

// Folds the nodes with fewer inclusive instructions than `least`. Those below a node are folded
// before it, so it has their cost and no children then.
void fold_below(Node* root, ULong least) {
    for (Node* n = first_leaf(root); n != root; n = next_in_postorder(n))
        fold_children(*n, least);
    fold_children(*root, least);
}

// Returns the node that has the cost of the given one now.
Node* kept_ancestor(Node* node) {
    while (node->parent != nullptr && node->is_released())
        node = node->parent;
    return node;
}

void fill_table() {
    many_children.clear([](Child* child) { release(child, sizeof *child); });
    for_each_node([](const Node& node) {
        if (node.children >= many)
            add_all_to_table(&node);
    });
}

} // namespace

void fold_if_large(void (*replace_nodes)(Node* (*replacement)(Node* node))) {
    const auto allowed = static_cast<SizeT>(options.calls_nodes);
    // Nodes on current paths stay, and may alone be too many. The next attempt then waits until
    // the tree has twice as many nodes.
    static constinit SizeT wait_for = 0;
    if (allowed == 0 || use.nodes <= allowed || use.nodes <= wait_for)
        return;
    forget_node_entries();
    for_each_running_node([](UWord tagged) { node_of(tagged)->is_running = true; });
    // Costs grow, so it is seldom a much smaller power than at the last time.
    static constinit ULong least = 1;
    for (least = least > 16 ? least / 16 : 1; least != 0 && use.nodes > allowed / 2; least *= 2) {
        for (Node* const root : roots)
            fold_below(root, least);
    }
    for_each_running_node([](UWord tagged) { node_of(tagged)->is_running = false; });
    replace_nodes(kept_ancestor);
    forget_released_lines();
    fill_table();
    wait_for = 2 * use.nodes;
    if (wait_for < allowed)
        wait_for = allowed;
}

} // namespace cg::vg
