// SPDX-License-Identifier: GPL-2.0-or-later
// Sums of counts that are looked at only when they are whole.
#pragma once

#include "model/count.hpp"

#include <limits>

namespace cg {

// Holds the sum of any 2^64 counts: so it does not matter in which order, or by how many
// threads, they are added.
__extension__ using WideCount = __int128;

// Throws std::overflow_error.
inline Count narrowed(WideCount sum) {
    if (sum < std::numeric_limits<Count>::min() || sum > std::numeric_limits<Count>::max())
        throw std::overflow_error("a sum of counts does not fit in 64 bits");
    return static_cast<Count>(sum);
}

} // namespace cg
