// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/calls/node.hpp"

#include "tree/calling_context.hpp"
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
constinit SizeT next_chunk = SizeT{1} << 16;

// Allocates memory for a node, which is zeroed. Null: out of memory, or the span is full.
Node* node_memory() {
    constexpr SizeT largest_chunk = SizeT{1} << 20;
    if (Node* const node = released) {
        released = node->next;
        VG_(memset)(node, 0, node_bytes());
        return node;
    }
    if (chunk_left < node_bytes()) {
        const Pages pages = map_up_to(next_chunk);
        if (pages.begin == nullptr || !is_in_span(pages.begin))
            return nullptr;
        if (next_chunk < largest_chunk)
            next_chunk *= 2;
        chunk = static_cast<char*>(pages.begin);
        chunk_left = pages.bytes;
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
    made->callee = callee;
    ++use.nodes;
    if (callee != nullptr)
        ++callee->nodes;
    return made;
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
    Node* const child = tree::child_of(caller, callee, options.calls_recursion, make_node);
    use.missing_nodes += child == nullptr;
    return child;
}

UWord span_begin() {
    return lowest;
}

void release_node(Node* node) {
    node->next = released;
    released = node;
    --use.nodes;
    --node->callee->nodes;
    ++use.folded;
}

TreeUse tree_use() {
    return use;
}

} // namespace cg::vg
