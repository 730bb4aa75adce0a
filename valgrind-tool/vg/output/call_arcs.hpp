// SPDX-License-Identifier: GPL-2.0-or-later
// Arcs: the sums of all nodes of the tree with the same caller and callee. Computed when the
// profile is written.
#pragma once

#include "vg/calls/node.hpp"

namespace cg::vg {

struct Arc {
    const Callee* caller;
    const Callee* callee;
    Arc* next; // of the same caller
    ULong calls;
    SizeT active; // the number of nodes of this arc on the current path of the walk
    // events.count counts: the sums of the nodes that are not below another node of the same arc,
    // because the counts of the upper node contain those of the lower one. 0 if the function calls
    // itself, because that cost is in the other costs of the function.
    ULong inclusive[];
};

// The arcs from each function.
class CallArcs {
  public:
    // Computes the arcs, and sorts the children of each node by their functions' ranks, indexed by
    // number. So neither depends on which children were looked up last. False: out of memory; then
    // the other functions must not be called.
    bool gather(const UInt* ranks);
    Arc* from(const Callee& caller) const { return by_caller_[caller.number]; }
    // Returns the sum of the own costs of all nodes of the function.
    const ULong* own(const Callee& callee) const { return own_ + callee.number * events.count; }

  private:
    Arc* arc(const Callee* caller, const Callee* callee);
    bool walk(Node* root, const UInt* ranks);

    Arc** by_caller_ = nullptr;
    ULong* own_ = nullptr;
    Arc** table_ = nullptr;
    SizeT buckets_ = 0;
};

// Returns the number of nodes on the longest path from `root` down, including `root`.
SizeT depth_below(const Node* root);

// Returns the node after `node` in the preorder of the tree of `root`, or null. Updates `depth`.
Node* next_in_preorder(Node* node, const Node* root, SizeT& depth);

} // namespace cg::vg
