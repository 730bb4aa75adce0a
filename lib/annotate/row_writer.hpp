// SPDX-License-Identifier: GPL-2.0-or-later
// The columns of counts at the left of a section, as wide as their contents need.
//
//   Ir_________________ Dr________________
//
//   170 (76.6%,  76.6%) 63 (86.3%,  86.3%)  with the percentage of the count, and of the sum so far
//   100 (45.0%)         50 (68.5%)          with the percentage of the count
//     4  (1.8%)          0                  zero has none
//     .                  .                  no count
#pragma once

#include "text/terminal.hpp"
#include "view/ranking.hpp"

#include <span>
#include <string>

namespace cg {

// cumulative: some rows of a section show the percentage of the sum so far.
enum class Percentages { single, cumulative };

// Measures the columns of a section. Gets all rows before the first row is written. A row has a
// count for each event of the profile; only visible columns are measured.
class ColumnWidths {
  public:
    explicit ColumnWidths(const ReportColumns& columns,
                          Percentages percentages = Percentages::single);

    void include(std::span<const Count> row);
    void include(std::span<const Count> row, std::span<const Count> so_far);

  private:
    friend class RowWriter;
    // The smallest and the largest of the counts in a column and 0, because a section without rows
    // is wide enough for a zero. One of the two has the longest text.
    struct Extent {
        Count min = 0;
        Count max = 0;
        void include(Count count);
    };
    struct Column {
        std::size_t event;
        Extent counts;
        Extent sums; // the counts so far
    };

    const ReportColumns& report_columns_;
    Percentages percentages_;
    std::vector<Column> columns_;
};

class RowWriter {
  public:
    // The ReportColumns of the widths must outlive it.
    explicit RowWriter(const ColumnWidths& widths, Colours colours = Colours::none);

    // Returns the width of a row, with the blank after each column.
    std::size_t width() const { return dots_.size(); }

    // Writes a blank after each column, including the last.
    void write_names(std::string& out) const;
    // Writes the percentages of `so_far` too, unless it is empty.
    void write(std::string& out, std::span<const Count> row,
               std::span<const Count> so_far = {}) const;
    void write_dots(std::string& out) const { out += dots_; }

  private:
    struct Column {
        std::size_t event;
        std::size_t count_width;
        std::size_t percentage_width;     // without parentheses; 0: there is none
        std::size_t sum_percentage_width; // likewise
        std::size_t name_width;           // in characters
        std::size_t width_after_count() const;
    };
    void write_count(std::string& out, const Column& column, Count count) const;

    const ReportColumns& report_columns_;
    Colours colours_;
    std::vector<Column> columns_;
    std::string dots_; // a row without counts
};

} // namespace cg
