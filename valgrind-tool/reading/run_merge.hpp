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

// Sorts by merging the runs that are sorted already. Sorts only if no two elements are equal: then
// there is one sorted order, and the result is that of any other algorithm.
class RunMerge {
  public:
    static constexpr size_t max_runs = 512;

    RunMerge(void* elements, size_t count, size_t size, Compare compare)
        : elements_(static_cast<char*>(elements)),
          bytes_(count * size),
          size_(size),
          compare_(compare) {}

    // Sorts with the help of scratch_bytes() at `scratch`. Returns false, and leaves the array as
    // it was, if there are more than max_runs, or equal elements, or if their size is not a
    // multiple of 4.
    bool sort(void* scratch) {
        if (size_ % copied_at_once != 0 || !find_runs())
            return false;
        if (run_count_ <= 1)
            return true;
        if (!make_heap() || !merge(static_cast<char*>(scratch)))
            return false;
        copy(elements_, static_cast<char*>(scratch), bytes_);
        return true;
    }

    // Returns the size of the scratch memory.
    static constexpr size_t scratch_bytes(size_t count, size_t size) { return count * size; }

  private:
    static constexpr size_t copied_at_once = sizeof(uint32_t);

    // The elements of a run that are not merged yet.
    struct Run {
        const char* next;
        const char* end;
    };

    bool find_runs() {
        run_count_ = 0;
        const char* begin = elements_;
        const char* const end = elements_ + bytes_;
        for (const char* at = begin; at != end;) {
            const char* const last = at;
            at += size_;
            const int order = at != end ? compare_(last, at) : 1;
            if (order < 0)
                continue;
            if (order == 0 || run_count_ == max_runs)
                return false;
            runs_[run_count_++] = {begin, at};
            begin = at;
        }
        return true;
    }

    // Makes a heap of the runs: the first element of each is less than those of the two runs at
    // twice its index. Returns false at equal elements; so do the other functions.
    bool make_heap() {
        for (size_t i = run_count_ / 2; i-- > 0;) {
            if (!sift_down(i))
                return false;
        }
        return true;
    }

    // Moves a run down to its place in the heap.
    bool sift_down(size_t i) {
        const Run run = runs_[i];
        for (;;) {
            const size_t child = smaller_child(i);
            if (child == equal)
                return false;
            const int order = child == none ? -1 : compare_(run.next, runs_[child].next);
            if (order == 0)
                return false;
            if (order < 0)
                break;
            runs_[i] = runs_[child];
            i = child;
        }
        runs_[i] = run;
        return true;
    }

    // Returns the index of one of the two runs below another.
    size_t smaller_child(size_t i) const {
        const size_t first = 2 * i + 1, second = first + 1;
        if (second >= run_count_)
            return first < run_count_ ? first : none;
        const int order = compare_(runs_[first].next, runs_[second].next);
        return order < 0 ? first : order > 0 ? second : equal;
    }

    bool merge(char* to) {
        while (run_count_ > 0) {
            Run& first = runs_[0];
            const size_t second = smaller_child(0);
            if (second == equal)
                return false;
            // Mostly, many elements of one run come next.
            int order;
            do {
                copy(to, first.next, size_);
                to += size_;
                first.next += size_;
                order = first.next == first.end ? 1
                        : second == none        ? -1
                                                : compare_(first.next, runs_[second].next);
            } while (order < 0);
            if (order == 0)
                return false;
            if (first.next == first.end)
                first = runs_[--run_count_];
            if (run_count_ > 0 && !sift_down(0))
                return false;
        }
        return true;
    }

    static void copy(char* to, const char* from, size_t bytes) {
        for (size_t i = 0; i < bytes; i += copied_at_once)
            __builtin_memcpy(to + i, from + i, copied_at_once);
    }

    static constexpr size_t none = ~size_t{0}, equal = none - 1;

    char* elements_;
    size_t bytes_;
    size_t size_;
    Compare compare_;
    Run runs_[max_runs];
    size_t run_count_ = 0;
};

} // namespace cg::reading
