// SPDX-License-Identifier: GPL-2.0-or-later
// Who does many tasks of one kind. This room knows no threads: its callers pass an Executor that
// may have some (load/parallel.hpp).
#pragma once

#include <cstddef>
#include <functional>

namespace cg {

// Does n tasks: calls produce(i) and then consume(i) for each i below n. produce may be called in
// any order and from several threads; consume is called in order and from the calling thread.
// What produce(i) throws is thrown when consume(i) would be called: so the first error by number
// is thrown, however many threads there are.
using Task = std::function<void(std::size_t i)>;
using Executor = std::function<void(std::size_t n, const Task& produce, const Task& consume)>;

inline void run_sequentially(std::size_t n, const Task& produce, const Task& consume) {
    for (std::size_t i = 0; i < n; ++i) {
        produce(i);
        consume(i);
    }
}

} // namespace cg
