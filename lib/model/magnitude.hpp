// SPDX-License-Identifier: GPL-2.0-or-later
// The absolute value of a count, by which rankings of differences sort.
#pragma once

#include "model/count.hpp"

#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

namespace cg {

inline std::uint64_t magnitude(Count count) {
    const auto bits = static_cast<std::uint64_t>(count);
    return count < 0
               ? 0 - bits
               : bits; // also of the smallest number, -2^63, which has no positive counterpart
}

// Returns the smallest magnitude that is at least this percentage of a count, for an exact
// comparison of integers: as doubles, 89,999,999,999,999,999 would be 1 % of 9 * 10^18. Returns the
// largest number if no magnitude is large enough.
inline std::uint64_t magnitude_of_percentage(double percent, Count of) {
    const double smallest = std::ceil(static_cast<double>(magnitude(of)) * percent / 100);
    return smallest < 0x1p64 ? static_cast<std::uint64_t>(smallest)
                             : std::numeric_limits<std::uint64_t>::max();
}

// Compares two rows by the magnitudes of their counts in the columns of `order`. Returns a number
// greater than 0 if those of `a` are larger, less than 0 if those of `b` are larger, or 0.
inline int compare_magnitudes(std::span<const Count> a, std::span<const Count> b,
                              std::span<const std::size_t> order) {
    for (const std::size_t column : order)
        if (magnitude(a[column]) != magnitude(b[column]))
            return magnitude(a[column]) > magnitude(b[column]) ? 1 : -1;
    return 0;
}

} // namespace cg
