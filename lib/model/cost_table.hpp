// SPDX-License-Identifier: GPL-2.0-or-later
// The counts of a profile: a row for each source line, grouped by file and function.
//
//   functions   file   function   rows          row   line   counts
//               a.c    main       0..2           0     3     10  2
//               a.c    f          2..3           1     4      5  0
//                                                2     9      7  1
//
// Flat arrays: a profile of 100 MB has some ten million rows, and a node for each
// would cost more than the counts.
#pragma once

#include "model/count.hpp"
#include "model/names.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace cg {

// A line of a source file, from 1; 0 stands for an unknown line.
using Line = std::uint32_t;

// The lines of one function in one file (inlining: a function has code of several files).
struct FunctionCosts {
    NameId file;
    NameId function; // or unspecified_function
    std::size_t first_row;
    std::size_t end_row;
};

// Each (file, function) occurs once, functions of a file stand together, and each line occurs
// once in a function; all in first-seen order. Made by a CostTableBuilder.
class CostTable {
  public:
    std::size_t event_count() const { return event_count_; }
    std::size_t row_count() const { return lines_.size(); }
    std::span<const FunctionCosts> functions() const { return functions_; }
    Line line(std::size_t row) const { return lines_[row]; }
    std::span<const Count> counts(std::size_t row) const {
        return {counts_.data() + row * event_count_, event_count_};
    }
    // The sum of all rows, a count for each event. Throws std::overflow_error.
    std::vector<Count> total() const;

  private:
    friend class CostTableBuilder;
    explicit CostTable(std::size_t event_count) : event_count_(event_count) {}

    std::size_t event_count_;
    std::vector<FunctionCosts> functions_;
    std::vector<Line> lines_;
    std::vector<Count> counts_; // row-major
};

// Takes rows in any order, as files and merges bring them.
class CostTableBuilder {
  public:
    explicit CostTableBuilder(std::size_t event_count) : table_(event_count) {}

    // The rows that follow belong to this function of this file.
    void enter(NameId file, NameId function);

    // A new row of zeros to fill; only after enter(). The span holds until the next call.
    std::span<Count> add_row(Line line) {
        Segment& segment = segments_.back();
        if (segment.first_row < table_.lines_.size() && table_.lines_.back() >= line)
            settled_ = false; // perhaps the same line twice
        table_.lines_.push_back(line);
        table_.counts_.resize(table_.counts_.size() + table_.event_count_);
        return {table_.counts_.data() + table_.counts_.size() - table_.event_count_,
                table_.event_count_};
    }

    // Sums rows of the same line. Throws std::overflow_error. The builder is empty after it.
    CostTable finish() &&;

  private:
    // Rows that were added between two calls of enter().
    struct Segment {
        std::size_t function; // index into functions_
        std::size_t first_row;
    };
    CostTable settle() const;

    CostTable table_;
    std::vector<Segment> segments_;
    std::unordered_map<std::uint64_t, std::size_t> function_index_; // by file and function
    std::unordered_map<NameId, std::size_t> file_rank_;             // first-seen order of files
    // Whether the rows already stand as CostTable wants them, as in every file that the tool
    // wrote: then finish() moves them, else it copies each once.
    bool settled_ = true;
};

} // namespace cg
