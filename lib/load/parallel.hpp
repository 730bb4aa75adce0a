// SPDX-License-Identifier: GPL-2.0-or-later
// Runs tasks on several threads.
#pragma once

#include "format/read_options.hpp"

#include <cstddef>
#include <limits>

namespace cg {

// Returns the number of processors that this process may use, at least 1.
unsigned default_jobs();

// Runs tasks on at most `jobs` threads, including the caller's. At most `ahead` tasks run ahead of
// the one that is consumed, which bounds the memory that their results take.
Executor in_parallel(unsigned jobs, std::size_t ahead = std::numeric_limits<std::size_t>::max());

} // namespace cg
