// SPDX-License-Identifier: GPL-2.0-or-later
// Sums of counts whose intermediate results may exceed 64 bits.
#pragma once

#include "model/count.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <vector>

namespace cg {

// Holds the sum of up to 2^64 counts, so counts can be added in any order and by any number of
// threads.
__extension__ using WideCount = __int128;

// Throws std::overflow_error.
inline Count narrowed(WideCount sum) {
    if (sum < std::numeric_limits<Count>::min() || sum > std::numeric_limits<Count>::max())
        throw std::overflow_error("a sum of counts does not fit in 64 bits");
    return static_cast<Count>(sum);
}

// Returns the sum of rows of `events` counts each. Throws std::overflow_error.
inline std::vector<Count> sum_of_rows(std::span<const Count> counts, std::size_t events) {
    std::vector<WideCount> wide(events);
    for (; !counts.empty(); counts = counts.subspan(events))
        std::ranges::transform(wide, counts.first(events), wide.begin(), std::plus<>());
    std::vector<Count> sum(events);
    std::ranges::transform(wide, sum.begin(), narrowed);
    return sum;
}

} // namespace cg
