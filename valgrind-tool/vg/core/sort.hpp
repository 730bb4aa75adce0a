// SPDX-License-Identifier: GPL-2.0-or-later
// Sorting without a library: arrays in place, and lists.
#pragma once

#include <stddef.h>

namespace cg::vg {

// Heap sort: needs no memory and no recursion, and O(n log n) comparisons. Not stable.
template <typename T, typename Less>
void sort(T* elements, size_t count, Less less) {
    const auto sink = [&](size_t hole, size_t end) {
        const T moving = elements[hole];
        for (size_t child = 2 * hole + 1; child < end; child = 2 * hole + 1) {
            if (child + 1 < end && less(elements[child], elements[child + 1]))
                ++child;
            if (!less(moving, elements[child]))
                break;
            elements[hole] = elements[child];
            hole = child;
        }
        elements[hole] = moving;
    };
    for (size_t i = count / 2; i != 0; --i)
        sink(i - 1, count);
    for (size_t end = count; end > 1; --end) {
        const T largest = elements[0];
        elements[0] = elements[end - 1];
        elements[end - 1] = largest;
        sink(0, end - 1);
    }
}

// Merge sort of a list that is linked by `next`; runs[i] is null or has 2^i elements. Stable.
template <auto next, typename T, typename Less>
T* sorted_list(T* list, Less less) {
    const auto merge = [&](T* first, T* second) {
        T* head = nullptr;
        T** tail = &head;
        while (first != nullptr && second != nullptr) {
            T*& smaller = less(second, first) ? second : first;
            *tail = smaller;
            tail = &(smaller->*next);
            smaller = smaller->*next;
        }
        *tail = first != nullptr ? first : second;
        return head;
    };
    if (list == nullptr || list->*next == nullptr)
        return list;
    constexpr unsigned max_runs = 64;
    T* runs[max_runs] = {};
    unsigned used = 0;
    while (list != nullptr) {
        T* run = list;
        list = list->*next;
        run->*next = nullptr;
        unsigned i = 0;
        for (; i < used && runs[i] != nullptr; ++i) {
            run = merge(runs[i], run);
            runs[i] = nullptr;
        }
        runs[i] = run;
        if (i == used)
            ++used;
    }
    for (unsigned i = 0; i < used; ++i)
        list = merge(runs[i], list);
    return list;
}

} // namespace cg::vg
