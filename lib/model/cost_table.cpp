// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/cost_table.hpp"

#include "model/wide_count.hpp"

#include <algorithm>

namespace cg {

std::vector<Count> CostTable::total() const {
    std::vector<WideCount> sum(event_count_);
    for (std::size_t row = 0; row < row_count(); ++row)
        std::ranges::transform(sum, counts(row), sum.begin(), std::plus<WideCount>());
    std::vector<Count> total(event_count_);
    std::ranges::transform(sum, total.begin(), narrowed);
    return total;
}

} // namespace cg
