// SPDX-License-Identifier: GPL-2.0-or-later
// Makes a CostTable from rows in any order.
#pragma once

#include "model/cost_table.hpp"
#include "model/function_order.hpp"

namespace cg {

class CostTableBuilder {
  public:
    explicit CostTableBuilder(std::size_t event_count) : table_(event_count) {}

    // Reserves memory for about this many rows and functions.
    void reserve(std::size_t rows, std::size_t functions) {
        order_.reserve(functions);
        first_rows_.reserve(functions);
        table_.lines_.reserve(rows);
        table_.counts_.reserve(rows * table_.event_count_);
    }

    // Starts a block: the following rows belong to this function of this file. Must be called
    // before the first row.
    void enter(NameId file, NameId function) {
        if (order_.is_in(file, function))
            return;
        order_.enter(file, function);
        first_rows_.push_back(table_.row_count());
    }
    // Adds a row of zeros and returns it. The span is valid until the next call.
    std::span<Count> add_row(Line line) {
        table_.lines_.push_back(line);
        Count* const counts = table_.counts_.extend(table_.event_count_);
        std::fill_n(counts, table_.event_count_, 0);
        return {counts, table_.event_count_};
    }
    // Adds rows [first, end) of another table with the same columns.
    void add_rows(const CostTable& from, std::size_t first, std::size_t end) {
        table_.lines_.append({from.lines_.data() + first, end - first});
        table_.counts_.append({from.counts(first).data(), (end - first) * table_.event_count_});
    }

    // Sums rows of the same line. Throws std::overflow_error. The builder is empty afterwards.
    CostTable finish() &&;
    // Does the same if no line occurs twice in a function.
    CostTable finish_distinct() &&;

  private:
    std::size_t end_of(std::size_t block) const {
        return block + 1 < first_rows_.size() ? first_rows_[block + 1] : table_.row_count();
    }
    bool has_ascending_lines() const;
    CostTable reordered() const;

    CostTable table_; // its rows in the order of calls
    FunctionOrder order_;
    GrowingArray<std::size_t> first_rows_; // of each block
};

} // namespace cg
