// SPDX-License-Identifier: GPL-2.0-or-later
// Rows of counts by the function that ran them.
#pragma once

#include "model/called_functions.hpp"
#include "model/containers.hpp"
#include "model/count_rows.hpp"
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
    std::size_t event_count() const { return counts_.events(); }
    std::size_t row_count() const { return lines_.size(); }
    Line line(std::size_t row) const { return lines_[row]; }
    std::span<const Line> lines(const Block& block) const {
        return {lines_.data() + block.first_row, block.end_row - block.first_row};
    }
    std::span<const Count> counts(std::size_t row) const { return counts_[row]; }
    std::span<Count> counts(std::size_t row) { return counts_[row]; }
    std::span<const Count> counts(const Block& block) const {
        return counts_.range(block.first_row, block.end_row);
    }

    // Replaces the function number n by new_numbers[n]: a root's, or one that no other n has.
    // Throws std::overflow_error.
    void renumber(std::span<const FunctionId> new_numbers);

  private:
    friend class FunctionLinesBuilder;

    std::vector<Block> blocks_;
    GrowingArray<Line> lines_;
    CountRows counts_{0};
};

} // namespace cg
