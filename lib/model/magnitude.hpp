// SPDX-License-Identifier: GPL-2.0-or-later
// How large a count is, whatever its sign: what ranks by a diff's counts goes by it.
#pragma once

#include "model/count.hpp"

#include <cstddef>
#include <span>

namespace cg {

inline std::uint64_t magnitude(Count count) {
    const auto bits = static_cast<std::uint64_t>(count);
    return count < 0 ? 0 - bits : bits; // of the least number too, which has no positive twin
}

// Compares two rows of counts by their magnitudes in the columns of order: greater than 0 when
// a's are the larger ones, less when b's are, 0 when they are equal.
inline int compare_magnitudes(std::span<const Count> a, std::span<const Count> b,
                              std::span<const std::size_t> order) {
    for (const std::size_t column : order)
        if (magnitude(a[column]) != magnitude(b[column]))
            return magnitude(a[column]) > magnitude(b[column]) ? 1 : -1;
    return 0;
}

} // namespace cg
