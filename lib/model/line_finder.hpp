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
