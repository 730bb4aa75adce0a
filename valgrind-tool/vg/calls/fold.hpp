// SPDX-License-Identifier: GPL-2.0-or-later
// Keeping the tree of calls small (--calls-nodes).
#pragma once

#include "vg/calls/node.hpp"

namespace cg::vg {

// If there are more nodes than are allowed, folds the least used subtrees into their
// callers: their cost becomes the caller's own, and their calls are forgotten. What runs
// now stays. Only between superblocks.
void fold_if_large();

} // namespace cg::vg
