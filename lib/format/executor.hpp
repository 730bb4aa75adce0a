// SPDX-License-Identifier: GPL-2.0-or-later
// Runs many tasks of one kind. This module does not use threads: its callers pass an Executor that
// may (load/parallel.hpp, which includes no profile).
#pragma once

#include <cstddef>
#include <functional>

namespace cg {

// Runs n tasks: calls produce(i) and then consume(i) for each i below n. Calls
// `produce` in any order and from several threads, `consume` in order and from the calling thread.
// Rethrows an exception of produce(i) instead of calling consume(i), so that the exception with the
// lowest number is thrown for any number of threads.
using Task = std::function<void(std::size_t i)>;
using Executor = std::function<void(std::size_t n, const Task& produce, const Task& consume)>;

inline void run_sequentially(std::size_t n, const Task& produce, const Task& consume) {
    for (std::size_t i = 0; i < n; ++i) {
        produce(i);
        consume(i);
    }
}

} // namespace cg
