// SPDX-License-Identifier: GPL-2.0-or-later
// Rows of counts in one array, with a count for each event in each row.
#pragma once

#include "model/count.hpp"

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace cg {

class CountRows {
  public:
    // All counts of the rows are 0.
    explicit CountRows(std::size_t events, std::size_t rows = 0)
        : events_(events), counts_(rows * events) {}
    // The counts are one row after the other.
    CountRows(std::size_t events, std::vector<Count> counts)
        : events_(events), counts_(std::move(counts)) {}

    std::size_t events() const { return events_; }
    std::span<const Count> operator[](std::size_t row) const {
        return {counts_.data() + row * events_, events_};
    }
    std::span<Count> operator[](std::size_t row) {
        return {counts_.data() + row * events_, events_};
    }
    // Appends a row whose counts are 0.
    void append() { counts_.resize(counts_.size() + events_); }
    void append(std::span<const Count> row) {
        counts_.insert(counts_.end(), row.begin(), row.end());
    }

  private:
    std::size_t events_;
    std::vector<Count> counts_;
};

} // namespace cg
