// SPDX-License-Identifier: GPL-2.0-or-later
// The calling context tree: a node for each path of calls from the beginning of a thread.
#pragma once

#include "vg/calls/callee.hpp"
#include "vg/count/event_set.hpp"

namespace cg::vg {

struct Node {
    Node* parent;      // null: a root
    Node* first_child; // the child that was looked up last, if there are not many
    Node* next;        // sibling
    Node* home;        // whose children are those of this node (tree/calling_context.hpp)
    Callee* callee;    // null: a root, or released
    UInt children : 31;
    UInt is_running : 1; // a call has not returned; known during fold_if_large() only
    UInt site;           // the line of its first call (call_lines.hpp)
    ULong calls;
    ULong counts[]; // events.count counts, without those of its children

    // Of a node that is no root.
    bool is_released() const { return callee == nullptr; }
};

// The alignment of nodes; on a 64-bit host, all nodes are within a span of 2^node_span_bits bytes.
// So the address of a node has unused bits, which entries.hpp and frames.hpp use.
inline constexpr UWord node_alignment = 64;
inline constexpr unsigned node_span_bits = 36;
UWord span_begin();

// The beginning of a path.
enum class Root : UChar {
    thread,  // where the program and its threads began
    signal,  // a signal handler, which no function calls
    missing, // unknown callers, because counting began after their calls
};
inline constexpr unsigned root_count = 3;

// Creates the roots.
void start_tree();

Node* root(Root which);

// Finds or adds the node for calls from `caller` to `callee`. Null: out of memory, or the span of
// addresses is full.
Node* child_of(Node* caller, Callee* callee);

// Returns the node after `node` in the preorder of the tree of `root`, or null. Updates `depth`.
// The tree may be deep, so no walk through it calls itself.
Node* next_in_preorder(Node* node, const Node* root, SizeT& depth);

// Calls f(node) for each node, roots too.
template <typename F>
void for_each_node(const F& f) {
    for (unsigned i = 0; i < root_count; ++i) {
        Node* const top = root(static_cast<Root>(i));
        SizeT depth = 0;
        for (Node* n = top; n != nullptr; n = next_in_preorder(n, top, depth))
            f(*n);
    }
}

struct TreeUse {
    size_t nodes;
    ULong folded;        // released nodes
    ULong missing_nodes; // times that child_of() returned null
};
TreeUse tree_use();

// If there are too many nodes, folds subtrees into their callers until half of --calls-nodes stay:
// adds their cost to the caller's own, and drops their calls. Takes those with fewer inclusive
// instructions than a power of two. Keeps the nodes of calls that have not returned in some thread.
// Must be called between superblocks only.
void fold_if_large(void (*replace_nodes)(Node* (*replacement)(Node* node)));

} // namespace cg::vg
