// SPDX-License-Identifier: GPL-2.0-or-later
// Lists of words, the most recently used one first. If their length is a multiple of 4, those of 32
// bits are searched and moved four at a time.
#pragma once

#include <stdint.h>

namespace cg::sim {

namespace detail {

// Four words of a list, which need not be aligned. GCC makes vector instructions of it, or plain
// ones if the processor has none.
using FourWords [[gnu::vector_size(16), gnu::aligned(4), gnu::may_alias]] = uint32_t;
using TwoWords [[gnu::vector_size(16)]] = uint64_t;

} // namespace detail

template <typename T>
inline bool is_in(const T* list, uint32_t length, T value) {
    bool found = false;
    for (uint32_t i = 0; i < length; ++i)
        found |= list[i] == value;
    return found;
}
// For a length that is a multiple of 4.
inline bool is_in(const uint32_t* list, uint32_t length, uint32_t value) {
    detail::TwoWords found = {};
    for (uint32_t i = 0; i < length; i += 4) {
        const auto four = *reinterpret_cast<const detail::FourWords*>(list + i);
        found |= reinterpret_cast<detail::TwoWords>(four == value);
    }
    return (found[0] | found[1]) != 0;
}

// Puts the value before the first one. The last one is lost.
template <typename T>
inline void push_front(T* list, uint32_t length, T value) {
    for (uint32_t i = length - 1; i > 0; --i)
        list[i] = list[i - 1];
    list[0] = value;
}
// The same, for a length that is a multiple of 4.
inline void push_front_by_4(uint32_t* list, uint32_t length, uint32_t value) {
    for (uint32_t i = length - 4; i > 0; i -= 4) {
        const auto four = *reinterpret_cast<const detail::FourWords*>(list + i - 1);
        *reinterpret_cast<detail::FourWords*>(list + i) = four;
    }
    push_front(list, 4, value);
}
// Words of other sizes are moved one by one.
template <typename T>
inline void push_front_by_4(T* list, uint32_t length, T value) {
    push_front(list, length, value);
}

} // namespace cg::sim
