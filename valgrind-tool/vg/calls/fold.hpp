// SPDX-License-Identifier: GPL-2.0-or-later
// Limits the size of the tree of calls (--calls-nodes).
#pragma once

#include "vg/calls/node.hpp"

namespace cg::vg {

// If there are too many nodes, folds the subtrees with the lowest cost into their callers: adds
// their cost to the caller's own, and drops their calls. Keeps the nodes of calls that have not
// returned in some thread. Must be called between superblocks only.
void fold_if_large(void (*replace_nodes)(Node* (*replacement)(Node* node)));

} // namespace cg::vg
