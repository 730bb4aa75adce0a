// SPDX-License-Identifier: GPL-2.0-or-later
// The tree of calls: a node for each calling context, that is each path of calls from
// where a thread began.
//
// A function that stands on the path already (as often as --calls-recursion says) gets
// a node of its own for its calls and cost, but what it calls is entered below the
// first one: so recursion makes no deeper tree.
#pragma once

#include "vg/calls/callee.hpp"
#include "vg/count/event_set.hpp"

namespace cg::vg {

struct Node {
    Node* parent;      // null: a root
    Node* first_child; // the last one looked for comes first
    Node* next;        // sibling
    Node* home;        // whose children its calls are: its own or, folded, an ancestor's
    Callee* callee;    // null: a root
    UWord weight;      // used by fold.cpp
    ULong calls;
    ULong counts[]; // events.count of them: its own cost
};

// Nodes are aligned to this, and on a 64-bit host all lie within a span of addresses,
// so that an address has bits to spare: see entries.hpp.
inline constexpr UWord node_alignment = 64;
inline constexpr unsigned node_span_bits = 36;

// Where paths begin.
enum class Root : UChar {
    thread,  // where the program and its threads began
    signal,  // handlers of signals: nobody calls them
    missing, // callers that are not known, since counting began in the middle
};
inline constexpr unsigned root_count = 3;

// Makes the roots. False: out of memory.
bool start_tree();

Node* root(Root which);

// The node for calls from `caller` to `callee`, made if there is none. Null: no room.
Node* child_of(Node* caller, Callee* callee);

// Takes back a node that nothing leads to any more.
void release_node(Node* node);

struct TreeUse {
    size_t nodes;
    ULong folded; // nodes that were released, and calls for which there was no room
};
TreeUse tree_use();

} // namespace cg::vg
