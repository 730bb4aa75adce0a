// SPDX-License-Identifier: GPL-2.0-or-later
// The numbers from `begin` to `end`, without `end`, for range-based for and std::ranges algorithms.
// std::views::iota does the same, but Clang 14 cannot compile it (docs/decisions/0016).
#pragma once

#include <cstddef>

namespace cg {

class IndexRange {
  public:
    class Iterator {
      public:
        using value_type = std::size_t;
        using difference_type = std::ptrdiff_t;

        Iterator() = default;
        explicit Iterator(std::size_t index) : index_(index) {}
        std::size_t operator*() const { return index_; }
        Iterator& operator++() {
            ++index_;
            return *this;
        }
        Iterator operator++(int) { return Iterator(index_++); }
        bool operator==(const Iterator&) const = default;

      private:
        std::size_t index_ = 0;
    };

    IndexRange(std::size_t begin, std::size_t end) : begin_(begin), end_(end) {}
    Iterator begin() const { return begin_; }
    Iterator end() const { return end_; }

  private:
    Iterator begin_;
    Iterator end_;
};

} // namespace cg
