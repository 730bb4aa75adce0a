// SPDX-License-Identifier: GPL-2.0-or-later
// From which lines the calls of a node were made, and how often. A table of its own: a node for
// each line would make the tree larger, with all that is below.
#pragma once

#include "vg/calls/node.hpp"

namespace cg::vg {

struct CostCentre;

// The calls of a node from one line.
struct CallLine {
    Node* node;
    const CostCentre* site; // has the line, and perhaps others have it, too
    ULong calls;
    CallLine* next_in_bucket; // of the hash table
    CallLine* next;           // of the same node, after list_call_lines()

    static UInt hash_of(const Node* node, const CostCentre* site);
    static UInt hash_of(const CallLine& line) { return hash_of(line.node, line.site); }
};

// Adds calls of the node from the line. `site`: null: unknown. Without memory it is not known.
void add_calls(Node& node, const CostCentre* site, ULong calls);

// Sets Node::lines of all nodes, in any order.
void list_call_lines();

void zero_call_lines();
// Forgets the lines of nodes that were released. Must be called before new ones are made.
void forget_released_lines();

// How many there are.
size_t call_line_count();

} // namespace cg::vg
