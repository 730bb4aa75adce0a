// SPDX-License-Identifier: GPL-2.0-or-later
// Finds rows of a function by line.
#pragma once

#include "model/cost_table.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace cg {

class LineFinder {
  public:
    // The lines of a function's rows, each once, mostly but not always ascending.
    explicit LineFinder(std::span<const Line> lines) : lines_(lines) {}

    // The index of line in lines. Cheapest when asked in the order of lines.
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
    // Made when they are not ascending: lines and their indexes.
    std::vector<std::pair<Line, std::size_t>> sorted_;
};

} // namespace cg
