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

#include "text/colours.hpp"
#include "view/report_columns.hpp"

#include <span>
#include <string>

namespace cg {

// Whether some rows of a section show the percentage of the sum so far.
enum class Percentages { single, cumulative };

// How wide the columns of a section have to be: it is given all rows before the first is written.
// A row is a count for each event of the profile; only visible columns are measured.
class ColumnWidths {
  public:
    explicit ColumnWidths(const ReportColumns& columns,
                          Percentages percentages = Percentages::single);

    void include(std::span<const Count> row);
    void include(std::span<const Count> row, std::span<const Count> so_far);

  private:
    friend class RowWriter;
    // Of the counts in a column and 0: even a section without rows has room for a zero. One of
    // the two has the longest text, which grows with the distance from zero.
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
    // The ReportColumns that the widths were made of must outlive it.
    explicit RowWriter(const ColumnWidths& widths, Colours colours = Colours::none);

    // Columns that a row takes, with the blank after each.
    std::size_t width() const { return dots_.size(); }

    // Each column is followed by a blank, the last too.
    void write_names(std::string& out) const;
    void write(std::string& out, std::span<const Count> row) const;
    void write(std::string& out, std::span<const Count> row, std::span<const Count> so_far) const;
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
