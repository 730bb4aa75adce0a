// SPDX-License-Identifier: GPL-2.0-or-later
// Inverts a tree of calls: the children of a function are its callers.
#pragma once

#include "model/calls.hpp"

#include <cstddef>

namespace cg {

// `calls` must have a tree. In the result, the children of each root are all functions; their
// inclusive cost is their own cost. Their descendants are their callers, with the part of that cost
// that was caused by their calls. The calls of a node are those of the function at the beginning of
// its path. Limits paths to `max_depth` functions. Throws std::overflow_error.
Calls callers_first(const Calls& calls, std::size_t max_depth);

} // namespace cg
