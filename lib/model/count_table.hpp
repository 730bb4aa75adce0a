// SPDX-License-Identifier: GPL-2.0-or-later
// Keys, each with a row of counts: lines, arcs of calls, ranges of code, cells of data objects.
#pragma once

#include "model/containers.hpp"
#include "model/count_rows.hpp"
#include "model/fwd.hpp"

#include <cstddef>
#include <ranges>
#include <span>
#include <utility>
#include <vector>

namespace cg {

// A range of its keys; rows() are pairs of a key and its counts.
template <typename Key>
class CountTable {
  public:
    explicit CountTable(std::size_t events = 0) : counts_(events) {}

    std::size_t event_count() const { return counts_.events(); }
    std::size_t size() const { return keys_.size(); }
    bool empty() const { return keys_.empty(); }
    const Key& operator[](std::size_t row) const { return keys_[row]; }
    Key& operator[](std::size_t row) { return keys_[row]; }
    const Key* begin() const { return keys_.begin(); }
    const Key* end() const { return keys_.end(); }
    Key* begin() { return keys_.begin(); }
    Key* end() { return keys_.end(); }

    std::span<const Count> counts(std::size_t row) const { return counts_[row]; }
    std::span<Count> counts(std::size_t row) { return counts_[row]; }
    const CountRows& all_counts() const { return counts_; }
    CountRows& all_counts() { return counts_; }
    // Returns the sum of all rows, a count for each event. Throws std::overflow_error.
    std::vector<Count> total() const { return counts_.total(); }
    // The keys and counts of rows [first, end), one after the other.
    std::span<const Key> keys(std::size_t first, std::size_t end) const {
        return {begin() + first, end - first};
    }
    std::span<const Count> counts(std::size_t first, std::size_t end) const {
        return counts_.range(first, end);
    }

    auto rows() const {
        return IndexRange(0, size()) | std::views::transform([this](std::size_t row) {
                   return std::pair<const Key&, std::span<const Count>>(keys_[row], counts_[row]);
               });
    }
    auto rows() {
        return IndexRange(0, size()) | std::views::transform([this](std::size_t row) {
                   return std::pair<Key&, std::span<Count>>(keys_[row], counts_[row]);
               });
    }

    void reserve(std::size_t rows) {
        keys_.reserve(rows);
        counts_.reserve(rows);
    }
    // Adds a row of zeros, even if the table has the key, and returns it. The span is valid until
    // the next change.
    std::span<Count> append(const Key& key) {
        keys_.push_back(key);
        return counts_.append();
    }
    // Adds rows with their counts, one after the other.
    void append(std::span<const Key> keys, std::span<const Count> counts) {
        keys_.append(keys);
        counts_.append(counts);
    }
    // Returns the number of the key's row, which is one of zeros if the key is new. `index` must
    // know the keys of all rows.
    std::size_t insert(const Key& key, FlatIndex<Key>& index) {
        const auto [row, is_new] = index.insert(key, size());
        if (is_new)
            append(key);
        return row;
    }
    // Adds rows without clearing them.
    void extend(std::size_t rows) {
        keys_.extend(rows);
        counts_.extend(rows);
    }
    // Drops all rows after the first ones.
    void truncate(std::size_t rows) {
        keys_.truncate(rows);
        counts_.resize(rows);
    }

    // Returns the rows for which is_kept(row) is true.
    template <typename IsKept>
    CountTable kept(const IsKept& is_kept) const {
        CountTable result(event_count());
        for (std::size_t row = 0; row < size(); ++row)
            if (is_kept(row))
                result.append({&keys_[row], 1}, counts_[row]);
        return result;
    }
    // Returns the same keys with counts of other events: fill(new_counts, counts) gets zeros.
    template <typename Fill>
    CountTable with_events(std::size_t events, const Fill& fill) const {
        CountTable result(events);
        result.reserve(size());
        for (const auto& [key, counts] : rows())
            fill(result.append(key), counts);
        return result;
    }

  private:
    GrowingArray<Key> keys_;
    CountRows counts_;
};

} // namespace cg
