// SPDX-License-Identifier: GPL-2.0-or-later
// Rows of counts in one array, with a count for each event in each row.
#pragma once

#include "model/containers.hpp"
#include "model/fwd.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace cg {

// A row for each line, node or function.
class CountRows {
  public:
    // The rows are zeros.
    explicit CountRows(std::size_t events, std::size_t rows = 0) : events_(events) { resize(rows); }

    std::size_t events() const { return events_; }
    std::span<const Count> operator[](std::size_t row) const {
        return {counts_.data() + row * events_, events_};
    }
    std::span<Count> operator[](std::size_t row) {
        return {counts_.data() + row * events_, events_};
    }
    // All rows, one after the other.
    std::span<const Count> all() const { return {counts_.data(), counts_.size()}; }
    std::span<Count> all() { return {counts_.data(), counts_.size()}; }
    // Rows [first, end), one after the other.
    std::span<const Count> range(std::size_t first, std::size_t end) const {
        return {counts_.data() + first * events_, (end - first) * events_};
    }

    void reserve(std::size_t rows) { counts_.reserve(rows * events_); }
    // Adds a row of zeros and returns it. The span is valid until the next change.
    std::span<Count> append() {
        Count* const row = counts_.extend(events_);
        std::fill_n(row, events_, 0);
        return {row, events_};
    }
    void append(std::span<const Count> rows) { counts_.append(rows); }
    // Adds rows without clearing them.
    void extend(std::size_t rows) { counts_.extend(rows * events_); }
    // Sets the number of rows; new ones are zeros.
    void resize(std::size_t rows) {
        const std::size_t size = counts_.size();
        if (rows * events_ > size)
            std::fill_n(counts_.extend(rows * events_ - size), rows * events_ - size, 0);
        else
            counts_.truncate(rows * events_);
    }

    // Returns the sum of all rows. Throws std::overflow_error.
    std::vector<Count> total() const;
    friend bool operator==(const CountRows& a, const CountRows& b) {
        return a.events_ == b.events_ && std::ranges::equal(a.all(), b.all());
    }

  private:
    std::size_t events_;
    GrowingArray<Count> counts_;
};

} // namespace cg
