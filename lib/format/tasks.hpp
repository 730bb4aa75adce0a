// SPDX-License-Identifier: GPL-2.0-or-later
// How much work of one kind is done. This room knows no threads: its callers say.
#pragma once

#include <cstddef>
#include <functional>

namespace cg {

// Calls work(i) and then take(i) for each i below n: take in order, and always from the calling
// thread; work perhaps in any order and from several threads. What work(i) throws is thrown when
// i's turn is to be taken: so it does not depend on the threads either.
using Task = std::function<void(std::size_t)>;
using Tasks = std::function<void(std::size_t n, const Task& work, const Task& take)>;

inline void in_turn(std::size_t n, const Task& work, const Task& take) {
    for (std::size_t i = 0; i < n; ++i) {
        work(i);
        take(i);
    }
}

} // namespace cg
