// SPDX-License-Identifier: GPL-2.0-or-later
// A count of events, and sums that cannot wrap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>

namespace cg {

// Signed: the counts of a diff go negative.
using Count = std::int64_t;

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

} // namespace cg
