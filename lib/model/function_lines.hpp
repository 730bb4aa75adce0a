// SPDX-License-Identifier: GPL-2.0-or-later
// Rows of counts by the function that ran them.
#pragma once

#include "model/called_functions.hpp"
#include "model/containers.hpp"
#include "model/count_table.hpp"
#include "model/fwd.hpp"
#include "model/names.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace cg {

// The rows of a profile by the function that ran them. A table of costs does not know that: it has
// the rows of all functions of one file and name together, and names some by other names than the
// tree of calls, such as "???" for code without a name.
//
//   function       file   name        rows
//   main           a.c    main        10, 11
//   main           h.h    main        3           inlined code
//   0x1129         ???    ???         0
//   main           a.c    main.cold   14
//
// Without the functions, these rows are the table: by_line() (function_lines_builder.hpp).
class FunctionLines {
  public:
    // Rows of a file and name that one function ran. There is one block for each of these.
    struct Block {
        FunctionId function; // or root_number()
        NameId file;         // ids of the functions' names
        NameId name;         // in reports by line
        std::size_t first_row;
        std::size_t end_row;

        IndexRange rows() const { return IndexRange(first_row, end_row); }
    };

    // Blocks of a function are adjacent, and functions in first-seen order.
    std::span<const Block> blocks() const { return blocks_; }
    std::size_t event_count() const { return rows_.event_count(); }
    std::size_t row_count() const { return rows_.size(); }
    Line line(std::size_t row) const { return rows_[row]; }
    std::span<const Line> lines(const Block& block) const {
        return rows_.keys(block.first_row, block.end_row);
    }
    std::span<const Count> counts(std::size_t row) const { return rows_.counts(row); }
    std::span<Count> counts(std::size_t row) { return rows_.counts(row); }
    std::span<const Count> counts(const Block& block) const {
        return rows_.counts(block.first_row, block.end_row);
    }

    // Returns the same rows with counts of other events: fill(new_counts, counts) gets zeros.
    template <typename Fill>
    FunctionLines with_events(std::size_t events, const Fill& fill) const {
        FunctionLines result;
        result.blocks_ = blocks_;
        result.rows_ = rows_.with_events(events, fill);
        return result;
    }
    // Replaces the function number n by new_numbers[n]: a root's, or one that no other n has.
    // Throws std::overflow_error.
    void renumber(std::span<const FunctionId> new_numbers);

  private:
    friend class FunctionLinesBuilder;

    std::vector<Block> blocks_;
    CountTable<Line> rows_;
};

} // namespace cg
