// SPDX-License-Identifier: GPL-2.0-or-later
// Arcs: the sums of all nodes of the tree with the same caller and callee, and the own costs of
// functions. Computed when the profile is written.
#pragma once

#include "vg/core/hash_table.hpp"
#include "vg/output/call_functions.hpp"

namespace cg::vg {

// Functions are indexes of CallFunctions; a root is the caller of its children.
struct CallArc {
    size_t caller, callee;
    CallArc* next;           // of the same caller
    CallArc* next_in_bucket; // of the hash table
    ULong calls;
    // events.count counts: the sums of the nodes that are not below another node of the called
    // function, because the counts of the upper node contain those of the lower one. So the arcs
    // to a function add up to its inclusive cost.
    ULong inclusive[];

    static UInt hash_of(size_t caller, size_t callee) {
        const auto hash =
            static_cast<UInt>(caller) * 0x9e3779b1u ^ static_cast<UInt>(callee) * 0x85ebca6bu;
        return hash ^ hash >> 15;
    }
    static UInt hash_of(const CallArc& arc) { return hash_of(arc.caller, arc.callee); }
};

class CallArcs {
  public:
    // Computes the arcs, and sorts the children of each node by the order of their functions. So
    // neither depends on which children were looked up last. False: out of memory; then the other
    // functions must not be called.
    bool gather(const CallFunctions& functions);
    const CallArc* from(size_t caller) const { return by_caller_[caller].first; }
    // Returns the sums of the own costs of all nodes of each function: events.count counts for
    // each.
    const ULong* own() const { return own_.data(); }

  private:
    struct List {
        CallArc* first;
        CallArc* last;
    };
    CallArc* arc(size_t caller, size_t callee);
    bool walk(Root which, const CallFunctions& functions);

    Array<List> by_caller_;
    Array<ULong> own_;
    Array<UInt> active_; // the number of nodes of each function on the path of the walk
    HashTable<CallArc> table_;
};

} // namespace cg::vg
