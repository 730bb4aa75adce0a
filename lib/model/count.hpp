// SPDX-License-Identifier: GPL-2.0-or-later
// Arithmetic of counts: sums that cannot wrap, and comparisons of their sizes.
#pragma once

#include "model/fwd.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>

namespace cg {

// Throws std::overflow_error; callers that know the file and line add them to the message.
inline Count checked_add(Count a, Count b) {
    Count sum;
    if (__builtin_add_overflow(a, b, &sum))
        throw std::overflow_error("a sum of counts does not fit in 64 bits");
    return sum;
}

inline Count checked_subtract(Count a, Count b) {
    Count difference;
    if (__builtin_sub_overflow(a, b, &difference))
        throw std::overflow_error("a difference of counts does not fit in 64 bits");
    return difference;
}

inline Count checked_multiply(Count a, Count b) {
    Count product;
    if (__builtin_mul_overflow(a, b, &product))
        throw std::overflow_error("a product of counts does not fit in 64 bits");
    return product;
}

inline void negate(Count& count) {
    count = checked_subtract(0, count);
}

// Adds a row of counts to another of the same length.
inline void add_to(std::span<Count> sum, std::span<const Count> counts) {
    for (std::size_t i = 0; i < sum.size(); ++i)
        sum[i] = checked_add(sum[i], counts[i]);
}

// Subtracts a row of counts from another of the same length.
inline void subtract_from(std::span<Count> sum, std::span<const Count> counts) {
    for (std::size_t i = 0; i < sum.size(); ++i)
        sum[i] = checked_subtract(sum[i], counts[i]);
}

// Returns a sum whose intermediate results may have exceeded 64 bits. Throws std::overflow_error.
inline Count narrowed(WideCount sum) {
    if (sum < std::numeric_limits<Count>::min() || sum > std::numeric_limits<Count>::max())
        throw std::overflow_error("a sum of counts does not fit in 64 bits");
    return static_cast<Count>(sum);
}

inline bool is_zero(std::span<const Count> counts) {
    return std::ranges::all_of(counts, [](Count count) { return count == 0; });
}

// Returns the absolute value of a count, by which rankings of differences sort.
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
// greater than 0 if the counts of `a` are larger, less than 0 if the counts of `b` are, or 0.
inline int compare_magnitudes(std::span<const Count> a, std::span<const Count> b,
                              std::span<const std::size_t> order) {
    for (const std::size_t column : order)
        if (magnitude(a[column]) != magnitude(b[column]))
            return magnitude(a[column]) > magnitude(b[column]) ? 1 : -1;
    return 0;
}

} // namespace cg
