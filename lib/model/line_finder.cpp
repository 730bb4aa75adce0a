// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/line_finder.hpp"

#include <algorithm>

namespace cg {

// Returns the index of the line, or any other index if the line is missing.
std::size_t LineFinder::search(Line line) {
    if (sorted_.empty()) {
        if (std::ranges::is_sorted(lines_))
            return static_cast<std::size_t>(std::ranges::lower_bound(lines_, line) -
                                            lines_.begin());
        for (std::size_t i = 0; i < lines_.size(); ++i)
            sorted_.emplace_back(lines_[i], i);
        std::ranges::sort(sorted_);
    }
    const auto found =
        std::ranges::lower_bound(sorted_, line, {}, &std::pair<Line, std::size_t>::first);
    return found == sorted_.end() ? lines_.size() : found->second;
}

} // namespace cg
