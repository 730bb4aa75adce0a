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
    // Elements in a row.
    struct Part {
        const char* first;
        const char* end;

        size_t bytes() const { return static_cast<size_t>(end - first); }
    };

    // There are at least two elements from `first` on.
    bool sort(char* first, char* end) {
        char* const middle = first + static_cast<size_t>(end - first) / size_ / 2 * size_;
        if (middle - first > static_cast<ptrdiff_t>(size_) && !sort(first, middle))
            return false;
        if (end - middle > static_cast<ptrdiff_t>(size_) && !sort(middle, end))
            return false;
        if (!is_below(middle - size_, middle))
            merge(first, middle, end);
        return !found_equal_;
    }

    // Merges two sorted halves.
    void merge(char* to, char* middle, char* end) {
        to += below({to, middle}, middle).bytes();
        Part lower = {scratch_, scratch_ + (middle - to)};
        copy(scratch_, to, lower.bytes());
        Part upper = {middle, end};
        while (upper.bytes() != 0 && lower.bytes() != 0 && !found_equal_) {
            const char* const before = to;
            to = take(upper, below(upper, lower.first), to);
            if (upper.bytes() != 0)
                to = take(lower, below(lower, upper.first), to);
            found_equal_ |= to == before; // by a comparison that does not return 0
        }
        copy(to, lower.first, lower.bytes());
    }

    // Moves the first elements of a part. Returns the place after them.
    static char* take(Part& part, const Part& first, char* to) {
        copy(to, first.first, first.bytes());
        part.first = first.end;
        return to + first.bytes();
    }

    // Returns the elements below another one. Looks further away with each step, since mostly many
    // elements of one half are next, but few in what is not sorted at all.
    Part below(const Part& part, const char* limit) {
        const size_t count = part.bytes() / size_;
        size_t known = 0, step = 1;
        while (known + step <= count && is_below(part.first + (known + step - 1) * size_, limit)) {
            known += step;
            step *= 2;
        }
        size_t most = known + step - 1 < count ? known + step - 1 : count;
        while (known < most) {
            const size_t at = known + (most - known) / 2;
            if (is_below(part.first + at * size_, limit))
                known = at + 1;
            else
                most = at;
        }
        return {part.first, part.first + known * size_};
    }

    // If two are equal, they meet in some merge: there, one is compared with the other.
    bool is_below(const char* one, const char* other) {
        const int order = compare_(one, other);
        found_equal_ |= order == 0;
        return order < 0;
    }

    static void copy(char* to, const char* from, size_t bytes) {
        for (size_t i = 0; i < bytes; i += sizeof(uint32_t))
            __builtin_memcpy(to + i, from + i, sizeof(uint32_t));
    }

    size_t size_;
    Compare compare_;
    char* scratch_;
    bool found_equal_ = false;
};

} // namespace cg::reading
