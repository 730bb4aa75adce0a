// SPDX-License-Identifier: GPL-2.0-or-later
// The counts of a profile: a row for each source line, grouped by file and function.
#pragma once

#include "model/containers.hpp"
#include "model/count_rows.hpp"
#include "model/names.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace cg {

//   functions   file   function   rows          row   line   counts
//               a.c    main       0..2           0     3     10  2
//               a.c    f          2..3           1     4      5  0
//                                                2     9      7  1
//
// Flat arrays: a profile of 100 MB has some ten million rows, and a node for each
// would cost more than the counts.

// The lines of one function in one file (inlining: a function has code of several files).
struct FunctionCosts {
    NameId file;
    NameId function; // or unspecified_function
    std::size_t first_row;
    std::size_t end_row;

    std::size_t row_count() const { return end_row - first_row; }
    IndexRange rows() const { return IndexRange(first_row, end_row); }
};

// Each (file, function) occurs once, functions of a file are adjacent, and each line occurs once
// in a function; all in first-seen order. Made by CostTableBuilder or CostTableInPlace.
class CostTable {
  public:
    std::size_t event_count() const { return counts_.events(); }
    std::size_t row_count() const { return lines_.size(); }
    std::span<const FunctionCosts> functions() const { return functions_; }
    Line line(std::size_t row) const { return lines_[row]; }
    std::span<const Line> lines(const FunctionCosts& function) const {
        return {lines_.data() + function.first_row, function.row_count()};
    }
    std::span<const Count> counts(std::size_t row) const { return counts_[row]; }
    std::span<Count> counts(std::size_t row) { return counts_[row]; }
    std::span<const Count> counts(const FunctionCosts& function) const {
        return counts_.range(function.first_row, function.end_row);
    }
    // The counts of all rows, one after the other.
    std::span<const Count> counts() const { return counts_.all(); }
    std::span<Count> counts() { return counts_.all(); }
    // Returns the sum of all rows, a count for each event. Throws std::overflow_error.
    std::vector<Count> total() const { return counts_.total(); }

    // Gives the lines and counts of all rows away.
    std::pair<GrowingArray<Line>, CountRows> take_rows() && {
        return {std::move(lines_), std::move(counts_)};
    }

  private:
    friend class CostTableBuilder;
    friend class CostTableInPlace;
    explicit CostTable(std::size_t event_count) : counts_(event_count) {}
    void truncate(std::size_t rows) {
        lines_.truncate(rows);
        counts_.resize(rows);
    }

    GrowingArray<FunctionCosts> functions_;
    GrowingArray<Line> lines_;
    CountRows counts_;
};

// Splits the functions of a table by file; functions of a file are adjacent. The spans are not
// empty.
std::vector<std::span<const FunctionCosts>> by_file(std::span<const FunctionCosts> functions);

// Finds rows of a function by line.
class LineFinder {
  public:
    // `lines` are the distinct lines of a function's rows, mostly ascending.
    explicit LineFinder(std::span<const Line> lines) : lines_(lines) {}

    // Returns the index of `line` in the lines. Fastest if called in the order of the lines.
    std::optional<std::size_t> operator()(Line line) {
        if (next_ == lines_.size() || lines_[next_] != line)
            next_ = search(line);
        if (next_ == lines_.size() || lines_[next_] != line)
            return std::nullopt;
        return next_++;
    }

  private:
    std::size_t search(Line line);

    std::span<const Line> lines_;
    std::size_t next_ = 0;
    // Lines and their indexes; used only if the lines are not ascending.
    std::vector<std::pair<Line, std::size_t>> sorted_;
};

} // namespace cg
