// SPDX-License-Identifier: GPL-2.0-or-later
// A tree of calls from the other end: functions, below them who called them, and so on.
#pragma once

#include "model/calls.hpp"

#include <cstddef>

namespace cg {

// Of calls with a tree. Below each root stand all functions, with their own cost as inclusive
// cost; below each of them its callers, with their part of it. The calls of a node are those of
// the function on its path. Paths are cut at max_depth functions. Throws std::overflow_error.
Calls callers_first(const Calls& calls, std::size_t max_depth);

} // namespace cg
