// SPDX-License-Identifier: GPL-2.0-or-later
// Makes a CostTable of rows in any order, as files and merges bring them.
#pragma once

#include "model/cost_table.hpp"
#include "model/function_index.hpp"

namespace cg {

class CostTableBuilder {
  public:
    explicit CostTableBuilder(std::size_t event_count) : table_(event_count) {}

    // Makes room for about so many; a hint.
    void reserve(std::size_t rows, std::size_t functions) {
        table_.functions_.reserve(functions);
        segments_.reserve(functions);
        table_.lines_.reserve(rows);
        table_.counts_.reserve(rows * table_.event_count_);
    }

    // The rows that follow, from first_row on if that is given, belong to this function of this
    // file. All rows must belong to one at the end.
    void enter(NameId file, NameId function) { enter(file, function, row_count()); }
    void enter(NameId file, NameId function, std::size_t first_row);
    std::size_t row_count() const { return table_.row_count(); }
    // A row of zeros to fill. The span holds until the next call.
    std::span<Count> add_row(Line line) {
        table_.lines_.push_back(line);
        Count* const counts = table_.counts_.extend(table_.event_count_);
        std::fill_n(counts, table_.event_count_, 0);
        return {counts, table_.event_count_};
    }
    // Rows [first, end) of another table with the same columns.
    void add_rows(const CostTable& from, std::size_t first, std::size_t end) {
        table_.lines_.append({from.lines_.data() + first, end - first});
        table_.counts_.append({from.counts(first).data(), (end - first) * table_.event_count_});
    }

    // Sums rows of the same line. Throws std::overflow_error. The builder is empty after it.
    CostTable finish() &&;
    // The same when the caller knows that no line comes twice in a function.
    CostTable finish_distinct() &&;

  private:
    // Rows that were added between two calls of enter().
    struct Segment {
        std::size_t function; // index into functions_
        std::size_t first_row;
    };
    std::size_t end_of(std::size_t segment) const {
        return segment + 1 < segments_.size() ? segments_[segment + 1].first_row
                                              : table_.row_count();
    }
    bool is_surely_new(NameId file, NameId function) const;
    void add_function(NameId file, NameId function, std::size_t row);
    void make_index();
    bool has_ascending_lines() const;
    CostTable settle() const;
    void settle_function(std::span<const std::size_t> segments, CostTable& settled) const;

    CostTable table_;
    GrowingArray<Segment> segments_;
    // By file: its place in first-seen order, from 1; 0: not seen.
    std::vector<std::size_t> ranks_;
    std::size_t file_count_ = 0;
    // By function and one more (0 is for what was not named): the last file that it was seen in
    // and one more. As long as the functions of each file come together and once, as in every
    // file that the tool wrote, this tells what is new, and nothing needs to be looked up.
    std::vector<std::uint32_t> last_files_;
    FunctionIndex index_; // into functions_; made when that does not do
    bool is_indexed_ = false;
    // Whether the functions already stand as CostTable wants them, as in every file that the
    // tool wrote: then finish() moves the rows, else it copies each once.
    bool is_settled_ = true;
};

} // namespace cg
