// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/calls/node.hpp"

#include "tree/calling_context.hpp"
#include "vg/calls/call_lines.hpp"
#include "vg/calls/entries.hpp"
#include "vg/calls/thread.hpp"
#include "vg/core/arena.hpp"
#include "vg/core/options.hpp"
#include "vg/core/replaced_functions.hpp"

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

void release_node(Node* node) {
    node->next = released;
    released = node;
    --use.nodes;
    --node->callee->nodes;
    node->callee = nullptr;
    ++use.folded;
}

TreeUse tree_use() {
    return use;
}

// Folds the nodes whose inclusive instructions (`weight`) are below a power of two, chosen so
// that at most half of --calls-nodes stay. No node has a larger weight than its parent, so the
// descendants of a folded node are folded, too.
namespace {

constexpr unsigned log_count = 8 * sizeof(UInt) + 1;
constexpr UInt max_weight = ~UInt{0};

unsigned log_of(UInt n) {
    return n == 0 ? 0 : 8 * sizeof(UInt) - static_cast<unsigned>(__builtin_clz(n));
}

// Returns the first node of the subtree in postorder.
Node* first_leaf(Node* node) {
    while (node->first_child != nullptr)
        node = node->first_child;
    return node;
}
Node* next_in_postorder(Node* node) {
    return node->next != nullptr ? first_leaf(node->next) : node->parent;
}

// Returns the number of bits by which instructions are shifted to the right, so that the weight of
// all is below max_weight.
unsigned shift_of_weights() {
    ULong all = 0;
    for (unsigned i = 0; i < root_count; ++i) {
        Node* const top = root(static_cast<Root>(i));
        SizeT depth = 0;
        for (Node* n = top; n != nullptr; n = next_in_preorder(n, top, depth))
            all += n->counts[EventSet::ir];
    }
    unsigned shift = 0;
    while (all >> shift >= max_weight)
        ++shift;
    return shift;
}

void weigh(Node* root, unsigned shift) {
    for (Node* n = first_leaf(root); n != nullptr; n = n == root ? nullptr : next_in_postorder(n)) {
        n->weight = static_cast<UInt>(n->counts[EventSet::ir] >> shift);
        for (const Node* child = n->first_child; child != nullptr; child = child->next)
            n->weight += child->weight;
    }
}

// Gives the node and all nodes above it a weight with which they stay.
void keep_path(UWord tagged) {
    for (Node* n = node_of(tagged); n != nullptr && n->weight != max_weight; n = n->parent)
        n->weight = max_weight;
}

// Adds the cost of a subtree to `into` and releases its nodes.
void fold_subtree(Node* top, Node* into) {
    top->next = nullptr; // the caller has removed it from the list of its parent's children
    for (Node* n = first_leaf(top); n != nullptr;) {
        Node* const next = n == top ? nullptr : next_in_postorder(n);
        for (unsigned i = 0; i < events.count; ++i)
            into->counts[i] += n->counts[i];
        release_node(n);
        n = next;
    }
}

void fold_below(Node* root, UInt min_weight_kept) {
    SizeT depth = 0;
    for (Node* n = root; n != nullptr; n = next_in_preorder(n, root, depth)) {
        for (Node** link = &n->first_child; *link != nullptr;) {
            Node* const child = *link;
            if (child->weight >= min_weight_kept) {
                link = &child->next;
                continue;
            }
            *link = child->next;
            fold_subtree(child, n);
        }
    }
}

// Returns the smallest weight with which a node stays, if at most `nodes_to_stay` may stay.
UInt min_weight(SizeT nodes_to_stay) {
    SizeT by_log[log_count] = {};
    for (unsigned i = 0; i < root_count; ++i) {
        Node* const top = root(static_cast<Root>(i));
        for (Node* n = first_leaf(top); n != nullptr;
             n = n == top ? nullptr : next_in_postorder(n)) {
            ++by_log[log_of(n->weight)];
        }
    }
    SizeT staying = 0;
    unsigned log = log_count;
    while (log != 1 && staying + by_log[log - 1] <= nodes_to_stay)
        staying += by_log[--log];
    return log == log_count ? max_weight : UInt{1} << (log - 1);
}

// Counts the children of the nodes again, which had weights instead.
void count_children(Node* root) {
    SizeT depth = 0;
    for (Node* n = root; n != nullptr; n = next_in_preorder(n, root, depth)) {
        n->children = 0;
        for (const Node* child = n->first_child; child != nullptr; child = child->next)
            ++n->children;
        if (n->children >= many)
            add_all_to_table(n);
    }
}

constinit UInt min_kept = 0; // the smallest weight of a node that stays

// Returns the node that will have the cost of the given one.
Node* kept_ancestor(Node* node) {
    while (node->weight < min_kept && node->parent != nullptr)
        node = node->parent;
    return node;
}

} // namespace

void fold_if_large(void (*replace_nodes)(Node* (*replacement)(Node* node))) {
    const auto allowed = static_cast<SizeT>(options.calls_nodes);
    // Nodes on current paths stay, and may alone be too many. The next attempt then waits until
    // the tree has twice as many nodes.
    static constinit SizeT wait_for = 0;
    if (allowed == 0 || tree_use().nodes <= allowed || tree_use().nodes <= wait_for)
        return;
    forget_entries();
    const unsigned shift = shift_of_weights();
    for (unsigned i = 0; i < root_count; ++i)
        weigh(root(static_cast<Root>(i)), shift);
    for_each_running_node(keep_path);
    min_kept = min_weight(allowed / 2);
    if (replace_nodes != nullptr)
        replace_nodes(kept_ancestor);
    many_children.clear([](Child* child) { release(child, sizeof *child); });
    for (unsigned i = 0; i < root_count; ++i)
        fold_below(root(static_cast<Root>(i)), min_kept);
    for (unsigned i = 0; i < root_count; ++i)
        count_children(root(static_cast<Root>(i)));
    forget_released_lines();
    wait_for = 2 * tree_use().nodes;
    if (wait_for < allowed)
        wait_for = allowed;
}

} // namespace cg::vg
