// SPDX-License-Identifier: GPL-2.0-or-later
// The columns of counts at the left of a section, as wide as what stands in them needs.
//
//   Ir_________________ Dr________________
//
//   170 (76.6%,  76.6%) 63 (86.3%,  86.3%)  a share, and the sum of the shares so far
//   100 (45.0%)         50 (68.5%)          a share
//     4  (1.8%)          0                  nothing has no share
//     .                  .                  no count
#pragma once

#include "text/colours.hpp"
#include "view/view.hpp"

#include <span>
#include <string>

namespace cg {

// Whether rows show shares only, or some of them also the sum of the shares so far.
enum class Shares { single, cumulative };

// What will stand in the columns: all rows of a section are measured before the first is
// written. A row is a count for each event of the profile; the view says which are shown.
class Measure {
  public:
    explicit Measure(const View& view, Shares shares = Shares::single);

    void include(std::span<const Count> row);
    void include(std::span<const Count> row, std::span<const Count> so_far);

  private:
    friend class Columns;
    // The smallest and the largest of some counts and 0: a table without rows has room for a 0
    // too. Their text is the widest of all, since it gets longer with the distance from zero on
    // either side.
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

    const View& view_;
    Shares shares_;
    std::vector<Column> columns_;
};

class Columns {
  public:
    // The view must outlive it.
    explicit Columns(const Measure& measure, Colours colours = Colours::none);

    // Each column is followed by a blank, the last too.
    void write_names(std::string& out) const;
    void write(std::string& out, std::span<const Count> row) const;
    void write(std::string& out, std::span<const Count> row, std::span<const Count> so_far) const;
    void write_dots(std::string& out) const { out += dots_; }

  private:
    struct Column {
        std::size_t event;
        std::size_t count_width;
        std::size_t share_width;        // of the percentage, without parentheses; 0: there is none
        std::size_t share_so_far_width; // likewise
        std::size_t name_width;         // in characters
        std::size_t behind_count() const;
    };
    void write_count(std::string& out, const Column& column, Count count) const;

    const View& view_;
    Colours colours_;
    std::vector<Column> columns_;
    std::string dots_; // a row without counts
};

} // namespace cg
