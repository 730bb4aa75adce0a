// SPDX-License-Identifier: GPL-2.0-or-later
// Sorts arrays that consist of a few sorted runs, as symbols and line numbers in files do.
//
// Freestanding: includes only headers that the compiler itself provides.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace cg::reading {

// Compares two elements, as for qsort().
using Compare = int (*)(const void*, const void*);

// Sorts only if no two elements are equal: then there is one order, and the result is that of any
// other algorithm.
class MergeSort {
  public:
    // `scratch` is memory for half of the elements that will be sorted. `size`, of one, is a
    // multiple of 4 bytes.
    MergeSort(size_t size, Compare compare, void* scratch)
        : size_(size), compare_(compare), scratch_(static_cast<char*>(scratch)) {}

    // Returns false if two are equal, with the elements in any order.
    bool sort(void* elements, size_t count) {
        auto* const first = static_cast<char*>(elements);
        return count < 2 || sort(first, first + count * size_);
    }

  private:
    // There are at least two elements from `first` on.
    bool sort(char* first, char* end) {
        char* const middle = first + static_cast<size_t>(end - first) / size_ / 2 * size_;
        if (middle - first > static_cast<ptrdiff_t>(size_) && !sort(first, middle))
            return false;
        if (end - middle > static_cast<ptrdiff_t>(size_) && !sort(middle, end))
            return false;
        const int order = compare_(middle - size_, middle);
        return order < 0 || (order > 0 && merge(first, middle, end));
    }

    // Merges two sorted halves.
    bool merge(char* to, char* middle, char* end) {
        to += first_above(to, middle) * size_;
        copy(scratch_, to, static_cast<size_t>(middle - to));
        const char* lower = scratch_;
        const char* const lower_end = scratch_ + (middle - to);
        const char* upper = middle;
        while (lower != lower_end && upper != end) {
            const int order = compare_(lower, upper);
            if (order == 0)
                return false;
            const char*& next = order < 0 ? lower : upper;
            copy(to, next, size_);
            to += size_;
            next += size_;
        }
        copy(to, lower, static_cast<size_t>(lower_end - lower));
        return true;
    }

    // Returns how many elements of the half before `middle` are not above the one there.
    size_t first_above(const char* first, const char* middle) const {
        size_t low = 0, high = static_cast<size_t>(middle - first) / size_;
        while (low < high) {
            const size_t at = low + (high - low) / 2;
            if (compare_(first + at * size_, middle) < 0)
                low = at + 1;
            else
                high = at;
        }
        return low;
    }

    static void copy(char* to, const char* from, size_t bytes) {
        for (size_t i = 0; i < bytes; i += sizeof(uint32_t))
            __builtin_memcpy(to + i, from + i, sizeof(uint32_t));
    }

    size_t size_;
    Compare compare_;
    char* scratch_;
};

} // namespace cg::reading
