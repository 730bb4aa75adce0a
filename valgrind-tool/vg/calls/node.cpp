// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/calls/node.hpp"

#include "vg/core/arena.hpp"
#include "vg/core/options.hpp"

namespace cg::vg {
namespace {

constinit Node* roots[root_count] = {};
constinit TreeUse use = {};

constinit char* chunk = nullptr;
constinit SizeT chunk_left = 0;

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

// Allocates memory for a node, which is zeroed. Null: out of memory, or the span is full.
Node* node_memory() {
    constexpr SizeT chunk_bytes = SizeT{1} << 20;
    if (Node* const node = released) {
        released = node->next;
        VG_(memset)(node, 0, node_bytes());
        return node;
    }
    if (chunk_left < node_bytes()) {
        auto* const pages = static_cast<char*>(map_pages(chunk_bytes));
        if (pages == nullptr || !is_in_span(pages))
            return nullptr;
        chunk = pages;
        chunk_left = chunk_bytes;
    }
    auto* const node = reinterpret_cast<Node*>(chunk);
    chunk += node_bytes();
    chunk_left -= node_bytes();
    return node;
}

Node* make_node(Node* parent, Callee* callee) {
    Node* const made = node_memory();
    if (made == nullptr)
        return nullptr;
    made->parent = parent;
    made->home = made;
    made->callee = callee;
    ++use.nodes;
    return made;
}

// If the function is on the path to `node` --calls-recursion times, returns the home of its
// nearest node there; else null.
Node* folded_into(Node* node, const Callee* callee) {
    if (options.calls_recursion == 0)
        return nullptr;
    Node* nearest = nullptr;
    Long times = 0;
    for (; node != nullptr; node = node->parent) {
        if (node->callee != callee)
            continue;
        if (nearest == nullptr)
            nearest = node;
        if (++times == options.calls_recursion)
            return nearest->home;
    }
    return nullptr;
}

} // namespace

bool start_tree() {
    for (Node*& r : roots) {
        r = make_node(nullptr, nullptr);
        if (r == nullptr)
            return false;
    }
    return true;
}

Node* root(Root which) {
    return roots[static_cast<unsigned>(which)];
}

Node* child_of(Node* caller, Callee* callee) {
    Node* const home = caller->home;
    for (Node** link = &home->first_child; *link != nullptr; link = &(*link)->next) {
        Node* const found = *link;
        if (found->callee != callee)
            continue;
        *link = found->next;
        found->next = home->first_child;
        home->first_child = found;
        return found;
    }
    Node* const made = make_node(home, callee);
    if (made == nullptr) {
        ++use.missing_nodes;
        return nullptr;
    }
    if (Node* const ancestor = folded_into(home, callee))
        made->home = ancestor;
    made->next = home->first_child;
    home->first_child = made;
    return made;
}

UWord span_begin() {
    return lowest;
}

void release_node(Node* node) {
    node->next = released;
    released = node;
    --use.nodes;
    ++use.folded;
}

TreeUse tree_use() {
    return use;
}

} // namespace cg::vg
