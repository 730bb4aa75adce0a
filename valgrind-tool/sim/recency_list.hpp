// SPDX-License-Identifier: GPL-2.0-or-later
// Lists of words, the most recently used one first. Those of 32 bits are searched and moved four at
// a time: their length is a multiple of 4, and words that are not used, at the end, are 0.
#pragma once

#include <stdint.h>

namespace cg::sim {

// Four words of a list, which need not be aligned. GCC makes vector instructions of it, or plain
// ones if the processor has none.
using FourWords [[gnu::vector_size(16), gnu::aligned(4), gnu::may_alias]] = int32_t;

namespace detail {

using TwoWords [[gnu::vector_size(16)]] = uint64_t;

inline FourWords& four_at(uint32_t* list, uint32_t i) {
    return *reinterpret_cast<FourWords*>(list + i);
}
inline const FourWords& four_at(const uint32_t* list, uint32_t i) {
    return *reinterpret_cast<const FourWords*>(list + i);
}

// Returns a mask of all ones for those of the four words from `i` on whose index is less than `n`.
inline FourWords below(uint32_t i, uint32_t n) {
    const auto distance = static_cast<int32_t>(n - i);
    return FourWords{0, 1, 2, 3} < distance;
}

// Returns the four words from the first one on, after `value` was put before them.
inline FourWords first_after(const uint32_t* list, uint32_t value) {
    FourWords first = __builtin_shuffle(four_at(list, 0), FourWords{0, 0, 1, 2});
    first[0] = static_cast<int32_t>(value);
    return first;
}

} // namespace detail

template <typename T>
[[gnu::always_inline]] inline bool is_in(const T* list, uint32_t length, T value) {
    bool found = false;
    for (uint32_t i = 0; i < length; ++i)
        found |= list[i] == value;
    return found;
}
[[gnu::always_inline]] inline bool is_in(const uint32_t* list, uint32_t length, uint32_t value) {
    FourWords found = {};
#pragma GCC unroll 4
    for (uint32_t i = 0; i < length; i += 4)
        found |= detail::four_at(list, i) == static_cast<int32_t>(value);
    const auto two = reinterpret_cast<detail::TwoWords>(found);
    return (two[0] | two[1]) != 0;
}

// Returns the position of a value that is in the list once, from 1 on.
template <typename T>
inline uint32_t position_of(const T* list, uint32_t /*length*/, T value) {
    uint32_t i = 0;
    while (list[i] != value)
        ++i;
    return i + 1;
}
// Without a branch, because nobody can predict the position.
[[gnu::always_inline]] inline uint32_t position_of(const uint32_t* list, uint32_t length,
                                                   uint32_t value) {
    FourWords found = {};
    FourWords positions = {1, 2, 3, 4};
    for (uint32_t i = 0; i < length; i += 4) {
        found |= (detail::four_at(list, i) == static_cast<int32_t>(value)) & positions;
        positions += 4;
    }
    return static_cast<uint32_t>(found[0] | found[1] | found[2] | found[3]);
}

// Puts the value before the first word. The n-th one, from 1 on, is lost; those after it stay.
template <typename T>
inline void push_front(T* list, uint32_t /*length*/, uint32_t n, T value) {
    for (uint32_t i = n - 1; i > 0; --i)
        list[i] = list[i - 1];
    list[0] = value;
}
// Without a branch for `n`.
[[gnu::always_inline]] inline void push_front(uint32_t* list, uint32_t length, uint32_t n,
                                              uint32_t value) {
    using namespace detail;
    for (uint32_t i = length - 4; i > 0; i -= 4) {
        const FourWords moved = below(i, n);
        four_at(list, i) = (four_at(list, i - 1) & moved) | (four_at(list, i) & ~moved);
    }
    const FourWords moved = below(0, n);
    four_at(list, 0) = (first_after(list, value) & moved) | (four_at(list, 0) & ~moved);
}

// The words that are used of the last four of a list.
struct ListEnd {
    uint32_t used = 0; // words of the list
    FourWords mask = {};

    ListEnd() = default;
    ListEnd(uint32_t length, uint32_t used_words)
        : used(used_words), mask(detail::below(length - 4, used_words)) {}
};

// Puts the value before the first word. The last one that is used is lost.
template <typename T>
[[gnu::always_inline]] inline void push_front(T* list, uint32_t length, const ListEnd& end,
                                              T value) {
    if (end.used != 0)
        push_front(list, length, end.used, value);
}
[[gnu::always_inline]] inline void push_front(uint32_t* list, uint32_t length, const ListEnd& end,
                                              uint32_t value) {
    using namespace detail;
    if (length == 4) {
        four_at(list, 0) = first_after(list, value) & end.mask;
        return;
    }
    four_at(list, length - 4) = four_at(list, length - 5) & end.mask;
#pragma GCC unroll 4
    for (uint32_t i = length - 8; i > 0; i -= 4)
        four_at(list, i) = four_at(list, i - 1);
    four_at(list, 0) = first_after(list, value);
}

} // namespace cg::sim
