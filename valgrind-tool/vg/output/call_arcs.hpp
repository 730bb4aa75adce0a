// SPDX-License-Identifier: GPL-2.0-or-later
// Arcs: what all nodes of the tree say of one caller and one callee. Made when the
// profile is written.
#pragma once

#include "vg/calls/node.hpp"

namespace cg::vg {

struct Arc {
    const Callee* caller;
    const Callee* callee;
    Arc* next; // of the same caller
    ULong calls;
    SizeT active; // nodes of it on the path, while the tree is walked
    // events.count of them. What is below another node of the arc counts once, and a
    // function's calls of itself cost nothing that is not in its other costs.
    ULong inclusive[];
};

// The arcs out of each function, by its number. Empty: out of memory.
class CallArcs {
  public:
    // Walks the tree. False: out of memory.
    bool gather();
    Arc* from(const Callee& caller) const { return by_caller_[caller.number]; }
    // The own cost of all nodes of the function.
    const ULong* own(const Callee& callee) const { return own_ + callee.number * events.count; }

  private:
    Arc* arc(const Callee* caller, const Callee* callee);
    bool walk(Node* root);

    Arc** by_caller_ = nullptr;
    ULong* own_ = nullptr;
    Arc** table_ = nullptr;
    SizeT buckets_ = 0;
};

// How many nodes lie above one another below `root`, itself included.
SizeT depth_below(const Node* root);

// The node after `node` in preorder below `root`, or null. `depth` is updated.
Node* next_in_preorder(Node* node, const Node* root, SizeT& depth);

} // namespace cg::vg
