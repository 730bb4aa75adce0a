// SPDX-License-Identifier: GPL-2.0-or-later
// Calls by the line of source that they are at. Private to this room.
#pragma once

#include "model/calls.hpp"
#include "view/line_counts.hpp"

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cg {

// A call from a line of a file.
struct CallAtLine {
    Line line;
    std::span<const Count> counts; // inclusive
    std::string text;              // "=> a.c:f (3x)"
};

class CallsAtLines {
  public:
    // Calls whose line is not known, as those of a tree, are at the first line of the caller, or
    // at line 0 where that is not known or in another file. order: the columns to rank by.
    CallsAtLines(const Calls& calls, std::vector<std::size_t> order);

    // By ascending lines, the most expensive of a line first.
    std::vector<CallAtLine> of_file(std::string_view file) const;

  private:
    const CalledFunctions& functions_;
    CallArcs arcs_;
    std::vector<std::size_t> order_;
    std::unordered_map<std::string_view, std::vector<std::size_t>> arcs_of_files_;
};

// The counts of lines, and rows of zeros for lines that only call.
LineCounts with_lines_of(const LineCounts& counts, std::span<const CallAtLine> calls);

} // namespace cg
