// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/count_rows.hpp"

#include "model/count.hpp"

#include <functional>

namespace cg {

std::vector<Count> CountRows::total() const {
    std::vector<WideCount> wide(events_);
    for (std::span<const Count> left = all(); !left.empty(); left = left.subspan(events_))
        std::ranges::transform(wide, left.first(events_), wide.begin(), std::plus<>());
    std::vector<Count> sum(events_);
    std::ranges::transform(wide, sum.begin(), narrowed);
    return sum;
}

} // namespace cg
