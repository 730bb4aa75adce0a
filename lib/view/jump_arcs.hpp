// SPDX-License-Identifier: GPL-2.0-or-later
// Jumps between the rows of a listing as arcs in lanes beside it, as `objdump --visualize-jumps`
// draws them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace cg {

struct Jump {
    std::uint32_t from, to; // rows
};

// All jumps to one row.
struct JumpArc {
    std::uint32_t first, last; // rows
    std::uint32_t target;
    std::vector<std::uint32_t> sources;
    std::uint32_t lane; // 0 is next to the text
};

struct JumpArcs {
    std::vector<JumpArc> arcs; // short ones first
    std::uint32_t lanes = 0;
};

// Gives each arc the lane next to the text in which it meets no other. Arcs that would need more
// than `max_lanes` are left out.
JumpArcs lay_out(std::span<const Jump> jumps, std::uint32_t max_lanes);

// Draws arcs with characters: lanes + 1 columns.
class ArcColumns {
  public:
    // The arcs must outlive it.
    ArcColumns(const JumpArcs& arcs, std::size_t rows);

    std::size_t width() const { return lanes_ == 0 ? 0 : lanes_ + 1; }
    std::string row(std::uint32_t row) const;
    // Returns the columns of a line that is between the previous row and this one.
    std::string before(std::uint32_t row) const;

  private:
    std::size_t lanes_;
    std::vector<std::vector<const JumpArc*>> at_; // of each row, the arcs that are beside it
};

} // namespace cg
