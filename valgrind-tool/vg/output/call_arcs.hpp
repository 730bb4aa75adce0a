// SPDX-License-Identifier: GPL-2.0-or-later
// Arcs: the sums of all nodes of the tree with the same caller, line of the call and callee, and
// the own costs of functions. Computed when the profile is written.
#pragma once

#include "vg/calls/call_lines.hpp"
#include "vg/core/hash_table.hpp"
#include "vg/output/call_functions.hpp"

namespace cg::vg {

// Functions are indexes of CallFunctions; a root is the caller of its children.
struct CallArc {
    struct Key {
        size_t caller, callee;
        const HChar* file; // of the call; null: unknown
        UInt line;         // 0: unknown

        bool operator==(const Key&) const = default;
    };
    Key key;
    CallArc* next;           // of the same caller
    CallArc* next_in_bucket; // of the hash table
    ULong calls;
    // events.count counts: the sums of the nodes that are not below another node of the called
    // function, because the counts of the upper node contain those of the lower one. So the arcs
    // to a function add up to its inclusive cost.
    ULong inclusive[];

    static UInt hash_of(const Key& key) {
        const auto hash = static_cast<UInt>(key.caller) * 0x9e3779b1u ^
                          static_cast<UInt>(key.callee) * 0x85ebca6bu ^ key.line * 0xc2b2ae35u;
        return hash ^ hash >> 15;
    }
    static UInt hash_of(const CallArc& arc) { return hash_of(arc.key); }
};

class CallArcs {
  public:
    // Computes the arcs, and sorts the children of each node by the order of their functions. So
    // neither depends on which children were looked up last. False: out of memory; then the other
    // functions must not be called.
    bool gather(const CallFunctions& functions);
    const CallArc* from(size_t caller) const { return by_caller_[caller]; }
    // Returns the sums of the own costs of all nodes of each function: events.count counts for
    // each.
    const ULong* own() const { return own_.data(); }

  private:
    CallArc* arc(const CallArc::Key& key);
    bool add_node(const Node& node, size_t caller, size_t callee, ULong* inclusive);
    bool add(const CallSite& site, size_t caller, size_t callee, ULong calls,
             const ULong* inclusive);
    bool join_uncounted(const CallFunctions& functions);
    bool walk(Root which, const CallFunctions& functions);

    Array<CallArc*> by_caller_;
    Array<ULong> own_;
    Array<UInt> active_; // the number of nodes of each function on the path of the walk
    HashTable<CallArc> table_;
};

} // namespace cg::vg
