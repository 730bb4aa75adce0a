// SPDX-License-Identifier: GPL-2.0-or-later
// Where data was allocated: a path of source lines, the innermost first. A call site is read from
// the debug information once; its callers are those of the tree of calls.
#pragma once

#include "vg/calls/node.hpp"
#include "vg/core/valgrind.hpp"

namespace cg::vg {

// A line of a function, and who called that. Equal paths are equal pointers.
struct Place {
    const Place* caller; // null: unknown, or the beginning of a thread
    const HChar* file;
    const HChar* function;
    UInt line; // 0: unknown, as that of a caller in the tree is
    Place* next_in_bucket = nullptr;
    mutable UInt number = 0; // for a writer of the profile

    static UInt hash_of(const Place& p);
};

// Finds or adds a place.
const Place* place_of(const Place* caller, const HChar* file, const HChar* function, UInt line);

// Returns the place of a call that returns to this address, in code that runs with this node of the
// tree of calls; null: calls are not counted. The functions that a compiler inlined there are a
// part of the path.
const Place* place_of_call(Addr return_address, const Node* node);

// Returns the function of a node, without its callers. Null: it is a root.
const Place* place_of_function(const Callee* callee);

// Returns the function of a node with a few of its callers. Null: as above.
const Place* place_of_nearest(const Node* node);

// To be called when nodes are replaced by others: paths are found anew from then on.
void forget_nodes_of_places();

// Sets the numbers of all places to 0.
void forget_numbers_of_places();

// Lets the core read which functions were inlined where. To be called before the program starts.
void read_inlined_functions();

} // namespace cg::vg
