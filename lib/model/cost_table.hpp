// SPDX-License-Identifier: GPL-2.0-or-later
// The counts of a profile: a row for each source line, grouped by file and function.
#pragma once

#include "model/containers.hpp"
#include "model/count_table.hpp"
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
    std::size_t event_count() const { return rows_.event_count(); }
    std::size_t row_count() const { return rows_.size(); }
    std::span<const FunctionCosts> functions() const { return functions_; }
    Line line(std::size_t row) const { return rows_[row]; }
    std::span<const Line> lines(const FunctionCosts& function) const {
        return rows_.keys(function.first_row, function.end_row);
    }
    std::span<const Count> counts(std::size_t row) const { return rows_.counts(row); }
    std::span<Count> counts(std::size_t row) { return rows_.counts(row); }
    std::span<const Count> counts(const FunctionCosts& function) const {
        return rows_.counts(function.first_row, function.end_row);
    }
    // The counts of all rows, one after the other.
    std::span<const Count> counts() const { return rows_.all_counts().all(); }
    std::span<Count> counts() { return rows_.all_counts().all(); }
    // Returns the sum of all rows, a count for each event. Throws std::overflow_error.
    std::vector<Count> total() const { return rows_.total(); }
    // Likewise of some rows.
    std::vector<Count> total(IndexRange rows) const;

    // Returns the same rows with counts of other events: fill(new_counts, counts) gets zeros.
    template <typename Fill>
    CostTable with_events(std::size_t events, const Fill& fill) const {
        CostTable result(0);
        result.functions_ = functions_;
        result.rows_ = rows_.with_events(events, fill);
        return result;
    }
    // Gives all rows away.
    CountTable<Line> take_rows() && { return std::move(rows_); }

  private:
    friend class CostTableBuilder;
    friend class CostTableInPlace;
    explicit CostTable(std::size_t event_count) : rows_(event_count) {}

    GrowingArray<FunctionCosts> functions_;
    CountTable<Line> rows_;
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
