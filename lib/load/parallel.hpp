// SPDX-License-Identifier: GPL-2.0-or-later
// Work by several threads.
#pragma once

#include "format/tasks.hpp"

#include <cstddef>
#include <limits>

namespace cg {

// The processors that this process may use, at least 1.
unsigned default_jobs();

// By up to so many threads, of which the calling one is one. Not more than ahead pieces of work
// are begun before they can be taken: for those that hold much memory.
Tasks in_parallel(unsigned jobs, std::size_t ahead = std::numeric_limits<std::size_t>::max());

} // namespace cg
