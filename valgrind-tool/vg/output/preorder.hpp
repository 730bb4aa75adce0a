// SPDX-License-Identifier: GPL-2.0-or-later
// Walks through the tree of calls. It may be deep, so nothing here calls itself.
#pragma once

#include "vg/calls/node.hpp"

namespace cg::vg {

// Returns the node after `node` in the preorder of the tree of `root`, or null. Updates `depth`.
Node* next_in_preorder(Node* node, const Node* root, SizeT& depth);

} // namespace cg::vg
